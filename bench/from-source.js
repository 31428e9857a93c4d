import { build } from "esbuild";

/**
 * Modules of src/ as they are, without a build.
 * @param exports lines of `export { name } from "./src/…"`
 */
export async function fromSource(exports) {
  const bundle = await build({
    stdin: { contents: exports, resolveDir: new URL("..", import.meta.url).pathname },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  const source = Buffer.from(bundle.outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${source}`);
}
