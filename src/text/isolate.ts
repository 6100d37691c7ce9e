/** Text of another direction, such as a title, that leaves the words around it in theirs. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}
