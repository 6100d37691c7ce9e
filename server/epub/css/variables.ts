import { generate, type CssNode, type StyleSheet, walk } from 'css-tree';

const MAX_VALUE_LENGTH = 4000;
/**
 * Maximum growth of a sheet in characters. A long value used everywhere could otherwise exhaust the
 * memory.
 */
const MAX_GROWTH = 2_000_000;

/**
 * Custom properties that a style sheet sets on the document's root. Books may not set custom
 * properties in the reader, so `var()` is replaced by its value.
 */
export class RootVariables {
  readonly #values = new Map<string, string>();
  #remainingGrowth = MAX_GROWTH;

  /**
   * @param sheet - The style sheet to read. Omitted for a style attribute, which defines no
   * variables.
   */
  constructor(sheet?: StyleSheet) {
    if (!sheet) return;
    walk(sheet, {
      visit: 'Rule',
      enter: (rule) => {
        if (!/(?:^|,)(?::root|html|body|\*)(?:,|$)/i.test(generate(rule.prelude))) return;
        rule.block.children.forEach((node: CssNode) => {
          if (node.type === 'Declaration' && node.property.startsWith('--')) {
            this.#values.set(node.property, generate(node.value).trim());
          }
        });
      },
    });
  }

  /** Replaces every `var()`. Returns null if a variable is unknown or the result is too long. */
  substitute(value: string): string | null {
    let text = value;
    for (let round = 0; round < 10 && /var\(/i.test(text); round += 1) {
      text = text.replaceAll(
        /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/gi,
        (whole, name: string, fallback: string | undefined) =>
          this.#values.get(name) ?? fallback ?? whole,
      );
      if (text.length > MAX_VALUE_LENGTH) return null;
    }
    if (/var\(/i.test(text)) return null;
    this.#remainingGrowth -= Math.max(0, text.length - value.length);
    return this.#remainingGrowth < 0 ? null : text;
  }
}
