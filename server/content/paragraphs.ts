/** Returns the paragraphs below the front matter, each with the number of its first line. */
export function paragraphsOf(source: string): { line: number; text: string }[] {
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  const body = lines.fill("", 0, lines.indexOf("---", 1) + 1).join("\n");
  return [...body.matchAll(/\S.*(?:\n.*\S.*)*/g)].map(({ 0: text, index }) => ({
    line: body.slice(0, index).split("\n").length,
    text,
  }));
}
