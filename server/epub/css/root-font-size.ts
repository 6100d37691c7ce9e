import { generate, walk, type StyleSheet } from 'css-tree';

/**
 * What 1rem is to a sheet, in multiples of the reader's size: books that say `html { font-size:
 * 62.5% }` count their `rem` in tenths of 16 pixels.
 */
export function rootFontFactor(sheet: StyleSheet): number {
  let factor = 1;
  walk(sheet, {
    visit: 'Rule',
    enter(rule) {
      if (!/(?:^|,)(?::root|html)(?:,|$)/i.test(generate(rule.prelude))) return;
      rule.block.children.forEach((node) => {
        if (node.type !== 'Declaration' || node.property.toLowerCase() !== 'font-size') return;
        const [, number, unit] = /^(\d*\.?\d+)(%|px|em|rem)$/.exec(generate(node.value)) ?? [];
        const size = Number(number) / (unit === '%' ? 100 : unit === 'px' ? 16 : 1);
        if (size > 0.1 && size < 10) factor = size;
      });
    },
  });
  return factor;
}
