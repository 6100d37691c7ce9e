import { type Color, parse } from 'culori';

/**
 * Parses an absolute CSS color, or undefined for anything else. The parser throws on some malformed
 * colors.
 */
export function parseCssColor(text: string): Color | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
