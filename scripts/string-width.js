// Stands in for the string-width package inside the bundle: the help text that yargs lays out is ASCII.
export default function stringWidth(text) {
  return text.length;
}
