import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  htmlAttributes,
  keepsHtmlAttribute,
  keepsMathmlAttribute,
  keepsSvgAttribute,
  mathmlAttributes,
  svgAttributes,
  svgReferences,
} from '../../../server/epub/tree/allowed-attributes.ts';
import {
  htmlElements,
  htmlRule,
  mathmlElements,
  mathmlRule,
  svgElements,
  svgRule,
} from '../../../server/epub/tree/allowed-elements.ts';
import * as named from '../../../src/page/allowed-names.ts';
import {
  bringLists,
  isAllowedAttribute,
  isAllowedTag,
  type Vocabulary,
} from '../../../src/page/allowlist.ts';
import * as foreign from '../../../src/page/foreign-names.ts';

const rules = { html: htmlRule, svg: svgRule, math: mathmlRule };
const groups = { html: htmlElements, svg: svgElements, math: mathmlElements };

/** Every name that either side or an attacker has heard of. */
const names = [
  ...Object.values(named),
  ...Object.values(foreign),
  ...[htmlElements, svgElements, mathmlElements].map((some) =>
    some.flatMap((one) => one.names).join(' '),
  ),
  ...[htmlAttributes, svgAttributes, mathmlAttributes].map((some) =>
    some.flatMap((one) => one.names).join(' '),
  ),
  [...svgReferences].join(' '),
  `onclick onload style href xlink:href src srcset srcdoc action formaction ping is slot part nonce
  autofocus contenteditable background __proto__ constructor toString x-a SCRIPT feImage handler
  aria-label aria-Label data-a data-svc-a data-a.b_c data- cursor attributeName values actiontype`,
].flatMap((text) => text.split(/\s+/));

describe('the lists of what a book may consist of', () => {
  before(() => bringLists(['div', {}, ['svg', {}]]));

  it('are the same where a book is compiled and where its pages are built', () => {
    for (const vocabulary of ['html', 'svg', 'math'] as const) {
      const isMade = new Set(
        groups[vocabulary].flatMap(({ rule }) => (typeof rule === 'object' ? [rule.rename] : [])),
      );
      for (const name of names) {
        const isKept = rules[vocabulary](name) === 'keep' || isMade.has(name);
        assert.equal(isAllowedTag(vocabulary, name), isKept, `<${name}> of ${vocabulary}`);
      }
    }
    const values = [
      '1',
      '',
      'url(#a)',
      'url(https://a.example/#a)',
      String.raw`u\72l(#a)`,
      'URL (#a)',
    ];
    for (const name of names) {
      for (const value of values) {
        for (const vocabulary of ['html', 'svg', 'math'] as const) {
          assert.equal(
            isAllowedAttribute(vocabulary, name, value),
            compilerKeeps(vocabulary, name, value),
            `${name}="${value}" of ${vocabulary}`,
          );
        }
      }
    }
  });

  it('give a reason for every group, and each name one place', () => {
    for (const lists of [
      htmlElements,
      svgElements,
      mathmlElements,
      htmlAttributes,
      svgAttributes,
      mathmlAttributes,
    ]) {
      const all = lists.flatMap((one) => one.names);
      assert.deepEqual(
        all.filter((name, at) => all.indexOf(name) !== at),
        [],
      );
      for (const { reason } of lists) assert.match(reason, /^\S.{5,}\.$/);
    }
  });

  it('have no name that begins a script or names an address', () => {
    for (const { names: some } of [...htmlAttributes, ...svgAttributes, ...mathmlAttributes]) {
      for (const name of some) {
        assert.doesNotMatch(
          name,
          /^on|href|^src$|^(?:srcset|srcdoc|style|action|data|ping|background)$/,
        );
      }
    }
  });
});

function compilerKeeps(vocabulary: Vocabulary, name: string, value: string): boolean {
  if (['id', 'class', 'lang', 'epub:type'].includes(name)) return true;
  if (vocabulary === 'html') return keepsHtmlAttribute(name);
  if (vocabulary === 'math') return keepsMathmlAttribute(name);
  return keepsSvgAttribute(name, value);
}
