/**
 * Prevents spreadsheets from executing text written by partners, authors or readers as formulas.
 */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
