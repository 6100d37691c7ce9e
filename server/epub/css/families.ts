import type { CssNode, Value } from 'css-tree';

/** Marks a family's name until it is known which families the whole book embeds. */
const MARK = '\uE000';

const generic = new Set(
  `serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded
  math emoji fangsong inherit initial unset revert revert-layer`.split(/\s+/),
);

/** Marks every family that a `font-family` or `font` value names. The node is changed. */
export function rewriteFamilies(property: string, value: Value): void {
  const nodes = value.children.toArray();
  const start = property === 'font' ? familyStart(nodes) : 0;
  if (start === null) return;
  const head = nodes.slice(0, start);

  const families = new Array<CssNode>();
  let words: CssNode[] = [];
  for (const node of [...nodes.slice(start), comma()]) {
    if (node.type !== 'Operator' || node.value !== ',') {
      words.push(node);
      continue;
    }
    if (words.length > 0) {
      if (families.length > 0) families.push(comma());
      families.push(...markedFamily(words));
    }
    words = [];
  }
  value.children.fromArray([...head, ...families]);
}

/** Puts the final names in the place of the marked ones: renamed where the book embeds the family. */
export function finishFamilies(css: string, renamed: ReadonlyMap<string, string>): string {
  if (!css.includes(MARK)) return css;
  return css.replaceAll(new RegExp(`"${MARK}((?:[^"\\\\]|\\\\.)*)"`, 'g'), (_, name: string) => {
    return `"${renamed.get(familyKey(name)) ?? name}"`;
  });
}

/** Families are the same whatever their case and spaces. */
export function familyKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function markedFamily(words: CssNode[]): CssNode[] {
  const [first] = words;
  if (first?.type === 'String') return [marked(first.value)];
  const names = words.flatMap((word) => (word.type === 'Identifier' ? [word.name] : []));
  if (names.length !== words.length) return words;
  const name = names.join(' ');
  return generic.has(name.toLowerCase()) ? words : [marked(name)];
}

function marked(name: string): CssNode {
  return { type: 'String', value: `${MARK}${name.replaceAll(MARK, '')}` };
}

function comma(): CssNode {
  return { type: 'Operator', value: ',' };
}

/** In `font`, the families follow the size and the line height (CSS Fonts 4, section 3.7). */
function familyStart(nodes: CssNode[]): number | null {
  const size = nodes.findIndex(
    (node) =>
      node.type === 'Dimension' ||
      node.type === 'Percentage' ||
      node.type === 'Function' ||
      (node.type === 'Identifier' &&
        /^(?:x{1,3}-)?(?:small|large)(?:er)?$|^medium$/i.test(node.name)),
  );
  if (size === -1) return null;
  const next = nodes[size + 1];
  return next?.type === 'Operator' && next.value === '/' ? size + 3 : size + 1;
}
