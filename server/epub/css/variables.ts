import { type Atrule, generate, type CssNode, type StyleSheet, walk } from 'css-tree';

const MAX_VALUE_LENGTH = 4000;
/**
 * Maximum growth of a sheet in characters. A long value used everywhere could otherwise exhaust the
 * memory.
 */
const MAX_GROWTH = 2_000_000;

/** Media queries that apply to every page. */
const everyPage = /^(?:(?:only )?(?:all|screen)|not print)$/i;
/** Media queries that never apply, because themes adjust the colors for light pages. */
const otherPage = /print|speech|prefers-color-scheme: *dark/i;

/**
 * Custom properties that style sheets set on the document's root. Books may not set custom
 * properties in the reader, so `var()` is replaced by its value. A value for some pages, such as
 * wide or dark ones, is used only if there is no other.
 */
export class RootVariables {
  readonly #values = new Map<string, string>();
  /** First values for some pages. */
  readonly #conditional = new Map<string, string>();
  #remainingGrowth = MAX_GROWTH;
  readonly #others: RootVariables | null;

  /**
   * @param others - Those of all style sheets of the book, for names that this one does not set.
   */
  constructor(others: RootVariables | null = null) {
    this.#others = others;
  }

  /** Adds those that a style sheet sets. */
  add(sheet: StyleSheet): this {
    const [values, conditional] = [this.#values, this.#conditional];
    walk(sheet, {
      visit: 'Rule',
      enter(rule) {
        if (!/(?:^|,)(?::root|html|body|\*)(?:,|$)/i.test(generate(rule.prelude))) return;
        const query = mediaQuery(this.atrule);
        if (query !== null && otherPage.test(query)) return;
        rule.block.children.forEach((node: CssNode) => {
          if (node.type !== 'Declaration' || !node.property.startsWith('--')) return;
          const value = generate(node.value).trim();
          if (query === null) values.set(node.property, value);
          else if (!conditional.has(node.property)) conditional.set(node.property, value);
        });
      },
    });
    return this;
  }

  /**
   * Adds those of another sheet. A name to which sheets give different values gets none, because
   * only one of the sheets may apply, such as one for dark pages.
   */
  merge(sheet: RootVariables): void {
    for (const [name, value] of new Map([...sheet.#conditional, ...sheet.#values])) {
      const known = this.#values.get(name) ?? value;
      this.#values.set(name, known === value ? value : '');
    }
  }

  /** Replaces every `var()`. Returns null if a variable is unknown or the result is too long. */
  substitute(value: string): string | null {
    let text = value;
    for (let round = 0; round < 10 && /var\(/i.test(text); round += 1) {
      text = text.replaceAll(
        /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/gi,
        (whole, name: string, fallback: string | undefined) =>
          this.#valueOf(name) ?? fallback ?? whole,
      );
      if (text.length > MAX_VALUE_LENGTH) return null;
    }
    if (/var\(/i.test(text)) return null;
    this.#remainingGrowth -= Math.max(0, text.length - value.length);
    return this.#remainingGrowth < 0 ? null : text;
  }

  #valueOf(name: string): string | undefined {
    const own = this.#values.get(name) ?? this.#conditional.get(name);
    return own ?? ((this.#others && this.#others.#valueOf(name)) || undefined);
  }
}

/** Returns the media query around a rule, or null if it applies to every page. */
function mediaQuery(around: Atrule | null): string | null {
  if (around?.name.toLowerCase() !== 'media' || !around.prelude) return null;
  const query = generate(around.prelude);
  return everyPage.test(query) ? null : query;
}
