import { attributeOf, tokensOf, type XmlElement } from '../xml/node.ts';
import { isElement, mathNode, renamed, styled } from './math-node.ts';

const line = '0.0667em solid';

const borders: Record<string, string[]> = {
  box: [`border:${line}`],
  roundedbox: [`border:${line}`, 'border-radius:0.5em'],
  circle: [`border:${line}`, 'border-radius:50%', 'padding:0.3em 0.4em'],
  left: [`border-left:${line}`],
  right: [`border-right:${line}`],
  top: [`border-top:${line}`],
  bottom: [`border-bottom:${line}`],
  actuarial: [`border-top:${line}`, `border-right:${line}`],
  madruwb: [`border-right:${line}`, `border-bottom:${line}`],
  phasorangle: [`border-left:${line}`, `border-bottom:${line}`],
  longdiv: [`border-left:${line}`, `border-top:${line}`, 'border-top-left-radius:0.4em'],
};

const strikes: Record<string, string> = {
  updiagonalstrike: 'to bottom right',
  downdiagonalstrike: 'to top right',
  northeastarrow: 'to bottom right',
  verticalstrike: 'to right',
  horizontalstrike: 'to bottom',
};

/**
 * Wraps the content of a `menclose` in boxes with borders and gradients, which every engine
 * renders. A formula with a radical becomes a square root.
 */
export function rewriteEnclosure(enclosure: XmlElement): XmlElement {
  const notations = tokensOf(attributeOf(enclosure, 'notation') ?? 'longdiv');
  const declarations = notations.flatMap((notation) => borders[notation] ?? []);
  const gradients = notations.flatMap((notation) => {
    const direction = strikes[notation];
    if (direction === undefined) return [];
    const [start, end] = ['calc(50% - 0.035em)', 'calc(50% + 0.035em)'];
    return [
      `linear-gradient(${direction},transparent ${start},currentcolor ${start},currentcolor ${end},transparent ${end})`,
    ];
  });
  if (gradients.length > 0) declarations.push(`background-image:${gradients.join(',')}`);
  const hasPadding = declarations.some((declaration) => declaration.startsWith('padding'));
  if (declarations.length > 0 && !hasPadding) declarations.unshift('padding:0.15em 0.2em');
  const content = notations.includes('radical')
    ? [mathNode('msqrt', {}, enclosure.children.filter(isElement))]
    : enclosure.children;
  return styled(renamed(enclosure, 'mrow', content, ['notation']), declarations);
}
