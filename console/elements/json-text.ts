/** Characters that are invisible and change the direction of the text after them. */
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Formats a value as JSON for people, with escapes for characters that would reorder the text. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    directionControls,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
