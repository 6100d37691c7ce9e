import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  htmlAttributes,
  isAllowedHtmlAttribute,
  isAllowedMathmlAttribute,
  isAllowedSvgAttribute,
  mathmlAttributes,
  svgAttributes,
  svgReferenceAttributes,
} from '../../../shared/allowlists/attributes.ts';
import {
  allowedColorFunctions,
  allowedFunctions,
  allowedProperties,
} from '../../../shared/allowlists/css.ts';
import { allowlistExclusions } from '../../../shared/allowlists/exclusions.ts';
import { isExternalUrl, linkSchemes } from '../../../shared/allowlists/urls.ts';
import {
  htmlElements,
  htmlRule,
  mathmlElements,
  mathmlRule,
  svgElements,
  svgRule,
} from '../../../shared/allowlists/elements.ts';
import * as named from '../../../src/rendition/section/allowed-names.ts';
import {
  isAllowedAttribute,
  isAllowedTag,
  isExternalLink,
  type Vocabulary,
} from '../../../src/rendition/section/allowlist.ts';
import * as foreign from '../../../src/rendition/section/foreign-names.ts';
import { loadSpecialContent } from '../../../src/rendition/section/special-content.ts';

const htmlTags = htmlElements.flatMap((one) => one.names);
const rules = { html: htmlRule, svg: svgRule, math: mathmlRule };
const groups = { html: htmlElements, svg: svgElements, math: mathmlElements };

/** Names from both allowlists and from known attacks. */
const names = [
  ...Object.values(named),
  ...Object.values(foreign),
  ...[htmlElements, svgElements, mathmlElements].map((some) =>
    some.flatMap((one) => one.names).join(' '),
  ),
  ...[htmlAttributes, svgAttributes, mathmlAttributes].map((some) =>
    some.flatMap((one) => one.names).join(' '),
  ),
  [...svgReferenceAttributes].join(' '),
  `onclick onload style href xlink:href src srcset srcdoc action formaction ping is slot part nonce
  autofocus contenteditable background __proto__ constructor toString x-a SCRIPT feImage handler
  aria-label aria-Label data-a data-svc-a data-a.b_c data- cursor attributeName values actiontype`,
].flatMap((text) => text.split(/\s+/));

describe('the allowlists', () => {
  before(() => loadSpecialContent(['div', {}, ['svg', {}]]));

  it('are the same in the compiler and in the reader', () => {
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

  it('give a reason for every group and list each name once', () => {
    for (const lists of [
      htmlElements,
      svgElements,
      mathmlElements,
      htmlAttributes,
      svgAttributes,
      mathmlAttributes,
      linkSchemes,
      allowedProperties,
      [...allowedFunctions, ...allowedColorFunctions],
      allowlistExclusions.map(({ reason, names }) => ({ reason, names })),
    ]) {
      const all = lists.flatMap(pairsOf);
      assert.deepEqual(
        all.filter((name, at) => all.indexOf(name) !== at),
        [],
      );
      for (const { reason } of lists) assert.match(reason, /^\S.{5,}\.$/);
    }
  });

  it('allow the same link targets in the compiler and in the reader', () => {
    const addresses = `https://a.example/ HTTP://a.example/ http:a https:/a mailto:a@b.example TEL:+1 javascript:alert(1)
      data:text/html,x vbscript:x file:///etc/passwd ftp://a.example/ blob:x // /a #a section:1 resource:a.png`;
    for (const address of addresses.split(/\s+/)) {
      const isExternal = /^(?:https?:\/\/|mailto:|tel:)/i.test(address);
      assert.equal(isExternalUrl(address), isExternal, address);
      assert.equal(isExternalLink(address), isExternal, address);
    }
  });

  it('contain no event handlers and no unchecked URL attributes', () => {
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

/**
 * Pairs of an element and a name, because an attribute with several meanings is listed once per
 * element.
 */
function pairsOf(entry: { names: readonly string[]; on?: readonly string[] | null }): string[] {
  const elements = entry.on ?? [''];
  return entry.names.flatMap((name) => elements.map((element) => `${element} ${name}`.trim()));
}

function compilerKeeps(vocabulary: Vocabulary, name: string, value: string): boolean {
  if (['id', 'class', 'lang', 'epub:type'].includes(name)) return true;
  if (vocabulary === 'html') return htmlTags.some((tag) => isAllowedHtmlAttribute(tag, name));
  if (vocabulary === 'math') return isAllowedMathmlAttribute(name);
  return isAllowedSvgAttribute(name, value);
}
