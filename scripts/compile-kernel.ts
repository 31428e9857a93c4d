import { readFile } from "node:fs/promises";
import { main } from "assemblyscript/asc";

const SOURCE = "kernel/plain-lines.ts";
/** Pages of 64 KiB: what the layout in the source takes, and room for loads that reach beyond it. */
const PAGES = 27;

/**
 * Compiles the kernel of the parser and gives it as a module of TypeScript, src/parse/plain/plain-lines-code.ts, so that
 * neither who uses the program nor who works on the rest of it needs the compiler.
 *
 * @throws where the kernel does not compile, with what the compiler says
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
    "",
  ].join("\n");
}

/** Functions have no decorators in TypeScript, whose tools read the kernel too: there they are comments. */
function withDecorators(source: string): string {
  return source.replace(/^\/\/ @inline$/gm, "@inline");
}
