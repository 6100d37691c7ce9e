import { generate, type CssNode, type StyleSheet, walk } from 'css-tree';

const MAX_VALUE_LENGTH = 4000;
/** Characters that a sheet may grow by: a long value that is used everywhere would fill the memory. */
const MAX_GROWTH = 2_000_000;

/**
 * Custom properties that a sheet sets on the document's root. Books may not set any in the reader,
 * so their values are put where they are used.
 */
export class RootVariables {
  readonly #values = new Map<string, string>();
  #room = MAX_GROWTH;

  /** Those of a sheet; none for a style attribute. */
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

  /** The value with every `var()` replaced; null when one is unknown or the result grows too long. */
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
    this.#room -= Math.max(0, text.length - value.length);
    return this.#room < 0 ? null : text;
  }
}
