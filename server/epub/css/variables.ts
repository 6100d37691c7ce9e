import { generate, type CssNode, type StyleSheet, walk } from 'css-tree';

const LONGEST_VALUE = 4000;

/**
 * Custom properties that a sheet sets on the document's root. Books may not set any in the reader,
 * so their values are put where they are used.
 */
export function rootVariables(sheet: StyleSheet): Map<string, string> {
  const variables = new Map<string, string>();
  walk(sheet, {
    visit: 'Rule',
    enter(rule) {
      if (!/(?:^|,)(?::root|html|body|\*)(?:,|$)/i.test(generate(rule.prelude))) return;
      rule.block.children.forEach((node: CssNode) => {
        if (node.type === 'Declaration' && node.property.startsWith('--')) {
          variables.set(node.property, generate(node.value).trim());
        }
      });
    },
  });
  return variables;
}

/** The value with every `var()` replaced; null when one is unknown or the result grows too long. */
export function withoutVariables(value: string, variables: Map<string, string>): string | null {
  let text = value;
  for (let round = 0; round < 10 && /var\(/i.test(text); round += 1) {
    text = text.replaceAll(
      /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/gi,
      (whole, name: string, fallback: string | undefined) =>
        variables.get(name) ?? fallback ?? whole,
    );
    if (text.length > LONGEST_VALUE) return null;
  }
  return /var\(/i.test(text) ? null : text;
}
