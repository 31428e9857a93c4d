import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/**
 * Writes the types of the library, file by file: with isolatedDeclarations every file states its own, so nothing
 * has to be checked or looked up. Only sources that the library's entry leads to are declared.
 *
 * @param root the folder of tsconfig.json and src
 * @param outdir where the types of src/x.ts become x.d.ts
 */
export function declareTypes(root, outdir) {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const paths = new Set(["tracediff.ts"]);
  for (const path of paths) {
    const types = declarationOf(join(root, "src", path), options);
    const target = join(outdir, path.replace(/\.ts$/, ".d.ts"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, types);
    for (const { fileName } of ts.preProcessFile(types).importedFiles) {
      if (fileName.startsWith(".")) paths.add(join(dirname(path), fileName));
    }
  }
}

function declarationOf(file, compilerOptions) {
  const source = readFileSync(file, "utf8");
  const { outputText, diagnostics } = ts.transpileDeclaration(source, {
    compilerOptions,
    fileName: file,
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, HOST));
  return withoutSecondIterator(outputText);
}

/** TypeScript 6.0 declares the method of an iterable class twice, first as a property: `[Symbol.iterator]: () => T;` */
function withoutSecondIterator(types) {
  return types.replaceAll(/^ *\[Symbol\.iterator\]: \(\) => .*\n/gm, "");
}

const HOST = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => "",
  getNewLine: () => "\n",
};
