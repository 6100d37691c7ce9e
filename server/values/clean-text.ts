const plainAscii = /^[!-~]+(?: [!-~]+)*$/;
// Control characters except tabs and line breaks, lone surrogates, and noncharacters.
const strippedCharacters = /(?!\s)\p{Cc}|[\p{Surrogate}\p{Noncharacter_Code_Point}\ufeff]/gu;

/**
 * Cleans one line of text. The result is in NFC, without control characters or lone surrogates, and
 * with collapsed white space.
 */
export function cleanLine(text: string): string {
  // Most text is already plain ASCII, and testing is ten times faster than rewriting.
  if (plainAscii.test(text)) return text;
  return text.replace(strippedCharacters, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}

/** Cleans each line as `cleanLine` does and removes empty lines. */
export function cleanLines(text: string): string {
  if (plainAscii.test(text)) return text;
  return text
    .split(/[\n\r\u2028\u2029]+/)
    .map(cleanLine)
    .filter(Boolean)
    .join('\n');
}

/** Codes of MARC subfields, such as `$b`, that some catalogs leave in their records. */
const subfieldCode = /(?:^|\s)\$[a-z](?=\s)/g;

/** Cleans one line as `cleanLine` does, and removes MARC subfield codes. */
export function cleanCatalogueLine(text: string): string {
  return cleanLine(text.includes('$') ? text.replace(subfieldCode, ' ') : text);
}
