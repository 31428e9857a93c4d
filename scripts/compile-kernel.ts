import { readFile } from "node:fs/promises";
import { main } from "assemblyscript/asc";
import ts from "typescript";

const SOURCE = "kernel/plain-lines.ts";
const LAYOUT = "kernel/layout.ts";
/** What the caller of the kernel has to know. */
const NEEDED =
  /^(STATE|THREAD|CLOCK|ROLE)(_|$)|^(SCRATCH|OUT_OF_ORDER|NAMES|NAME_SIZE|NAME_MASK|MAX_NAMES|OPENS|ROWS|ALL_ROWS|START|OFFSET|SIZE|RESULT|LATENCY|LINE|FD|PATH|FLAGS|CALL|ERROR|INPUT|INPUT_SIZE)$/;
/** Pages of 64 KiB: what the layout in the source takes, and room for loads that reach beyond it. */
const PAGES = 27;

/**
 * Compiles the kernel of the parser and returns it as a TypeScript module, src/parse/plain/plain-lines-code.ts, so that
 * neither using the program nor working on the rest of it needs the compiler.
 *
 * @throws if the kernel does not compile, with the compiler's messages
 */
export async function kernelCode(root: string): Promise<string> {
  let binary: Uint8Array = new Uint8Array();
  const words = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--use", "abort="];
  const memory = ["--initialMemory", String(PAGES), "--maximumMemory", String(PAGES)];
  const { error, stderr } = await main([SOURCE, "-o", "kernel.wasm", ...words, ...memory], {
    readFile: (name) => readFile(`${root}/${name}`, "utf8").then(withDecorators, () => null),
    writeFile: (_name, contents) => {
      if (typeof contents !== "string") binary = contents;
    },
  });
  if (error !== null) throw new Error(`${SOURCE}: ${stderr.toString()}`);
  const text = Buffer.from(binary).toString("base64");
  return [
    `// Made by \`npm run generate\` out of ${SOURCE}.`,
    `/** The kernel of the parser as WebAssembly, in base64. */`,
    `export const KERNEL: string =`,
    `  "${text}";`,
    `/** Where everything is in the kernel's memory, in bytes, and its other numbers: see ${LAYOUT}. */`,
    "export const LAYOUT = {",
    ...Object.entries(await layoutOf(root)).map(([name, value]) => `  ${name}: ${value},`),
    "} as const;",
    "",
  ].join("\n");
}

/** The numbers of the layout, without characters and texts, worked out by running it. */
async function layoutOf(root: string): Promise<Readonly<Record<string, number>>> {
  // What AssemblyScript calls types are only types here; its casts, of texts alone, go with them.
  const source = (await readFile(`${root}/${LAYOUT}`, "utf8")).replace(/<u64>/g, "");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const module: { exports: Record<string, unknown> } = { exports: {} };
  new Function("exports", outputText)(module.exports);
  const isNeeded = ([name, value]: [string, unknown]): boolean =>
    typeof value === "number" && Number.isFinite(value) && !name.startsWith("__") && NEEDED.test(name);
  return Object.fromEntries(Object.entries(module.exports).filter(isNeeded)) as Record<string, number>;
}

/** TypeScript has no decorators for functions, and its tools read the kernel too: there they are comments. */
function withDecorators(source: string): string {
  return source.replace(/^\/\/ @inline$/gm, "@inline");
}
