/** Text that may come from a book as it may stand in a message: on one line, without what cannot be seen. */
export function toOneLine(text: string, longest: number): string {
  const line = text
    .slice(0, longest + 1)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
