/** Embeddings, overrides and isolates, which change the direction of the text after them. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeftLetter =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Separates a value from the text around it, so that neither changes the direction of the other
 * (UAX #9). For plain text. In HTML, use `dir="auto"` or `<bdi>`.
 *
 * @param isRightToLeft - Whether the text around it is written from right to left.
 */
export function isolateText(value: string, isRightToLeft: boolean): string {
  const text = value.replace(directionControls, '');
  return isRightToLeft || rightToLeftLetter.test(text) ? `\u2068${text}\u2069` : text;
}
