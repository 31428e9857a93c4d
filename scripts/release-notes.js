// Prints what CHANGELOG.md says of the version in package.json: the text of its release. It must be there, under a
// heading with the day, `## 1.2.3, 2027-01-31`.
import { readFileSync } from "node:fs";

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const { version } = JSON.parse(read("package.json"));
const sections = read("CHANGELOG.md").split(/^## /m).slice(1);
const section = sections.find((text) => text.startsWith(`${version}, `)) ?? "";
const [heading, ...lines] = section.split("\n");

if (/, \d{4}-\d\d-\d\d$/.test(heading)) {
  console.log(lines.join("\n").trim());
} else {
  console.error(
    `CHANGELOG.md needs a heading "## ${version}, YYYY-MM-DD"; it has "## ${heading || "none of it"}"`,
  );
  process.exitCode = 1;
}
