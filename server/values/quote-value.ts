const maxShownCharacters = 80;

/** A refused value as it appears in messages: in JSON, shortened to about a line. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > maxShownCharacters
    ? `${text.slice(0, maxShownCharacters).toWellFormed()}…`
    : text;
}
