/**
 * Formats text from a book for a message. The result is one line, shortened and without control
 * characters.
 */
export function toOneLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength + 1)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
