const plainAscii = /^[!-~]+(?: [!-~]+)*$/;
// Controls without tab and line ends, lone surrogates, and the characters that are never any.
const strippedCharacters = /(?!\s)\p{Cc}|[\p{Surrogate}\p{Noncharacter_Code_Point}\ufeff]/gu;

/** One line of text: NFC, without control characters and lone surrogates, white space collapsed. */
export function cleanLine(text: string): string {
  // Most are plain already, and to test is ten times faster than to rewrite.
  if (plainAscii.test(text)) return text;
  return text.replace(strippedCharacters, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}

/** The same with its lines kept; empty ones are left out. */
export function cleanLines(text: string): string {
  if (plainAscii.test(text)) return text;
  return text
    .split(/[\n\r\u2028\u2029]+/)
    .map(cleanLine)
    .filter(Boolean)
    .join('\n');
}
