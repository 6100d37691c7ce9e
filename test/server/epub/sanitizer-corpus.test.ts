import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { allowlistExclusions } from '../../../shared/allowlists/exclusions.ts';
import { htmlElements, mathmlElements, svgElements } from '../../../shared/allowlists/elements.ts';
import { presentationalStyle } from '../../../server/epub/tree/compile-attributes.ts';
import { buildPng } from './fixtures/build-epub.ts';
import { compileFixture } from './fixtures/compile-fixture.ts';
import { asXhtml, constructsOf, constructsOfSection } from './fixtures/markup-constructs.ts';

const folder = '../shared/data/sanitiser';
const lists = ['dompurify-expect.jsonl', 'html5lib-sanitizer.jsonl'];
const missing = lists.every((name) => existsSync(join(folder, name)))
  ? false
  : `${folder} does not exist`;

const Line = z.union([
  z
    .object({
      n: z.number(),
      payload: z.string(),
      expected: z.union([z.string(), z.array(z.string())]),
    })
    .transform(({ n, payload, expected }) => ({ n, input: payload, accepted: [expected].flat() })),
  z
    .object({ n: z.number(), input: z.string(), output: z.string() })
    .transform(({ n, input, output }) => ({ n, input, accepted: [output] })),
]);

/** Documented exclusions, each for a construct, its element, or its attribute on every element. */
const named = new Set([
  ...allowlistExclusions.flatMap(({ names }) => names),
  ...[
    [htmlElements, ''] as const,
    [svgElements, 'svg:'] as const,
    [mathmlElements, 'math:'] as const,
  ].flatMap(([groups, prefix]) =>
    groups.flatMap(({ rule, names }) =>
      rule === 'keep' ? [] : names.map((name) => `${prefix}${name}`),
    ),
  ),
]);

const dropped = new Set(
  [...htmlElements, ...svgElements].flatMap(({ rule, names }) => (rule === 'drop' ? names : [])),
);

/** Whether the element is dropped along with its content. */
function isDropped(tag: string): boolean {
  return dropped.has(tag.replace(/^svg:/, ''));
}

function isNamed(construct: string): boolean {
  const [, tag = construct, rest = ''] = /^([^[ ]+)(\[.*)?$/.exec(construct) ?? [];
  return named.has(construct) || named.has(tag) || named.has(`*${rest}`);
}

/**
 * The HTML parser moves elements out of an SVG in these cases. In XML, they stay in the SVG and are
 * dropped along with it.
 */
const restructured = new Set([97, 200, 212].map((n) => `dompurify-expect.jsonl ${n}`));

describe('malicious markup that other sanitizers accept', { skip: missing }, () => {
  for (const list of missing ? [] : lists) {
    it(`is accepted, or excluded for a documented reason: ${list}`, async () => {
      const lost: string[] = [];
      let compared = 0;
      for (const line of readFileSync(join(folder, list), 'utf8').split('\n').filter(Boolean)) {
        const { n, input, accepted } = Line.parse(JSON.parse(line));
        const constructs = await compiled(input);
        if (constructs === null || restructured.has(`${list} ${n}`)) continue;
        compared += 1;
        const [least = []] = accepted
          .map((html) =>
            [...constructsOf(html, isDropped)].filter(
              (one) => !isKept(one, constructs) && !isNamed(one),
            ),
          )
          .sort((one, other) => one.length - other.length);
        lost.push(...least.map((construct) => `${n}: ${construct}`));
      }

      assert.deepEqual(lost, []);
      assert.ok(compared > 35, `${compared} of them could be parsed as XHTML`);
    });
  }
});

/** Returns the constructs after the import, or null if the markup cannot be expressed in XML. */
async function compiled(html: string): Promise<Set<string> | null> {
  const names = new Set([...html.matchAll(/src=["']?([\w.-]+)/g)].map(([, name = '']) => name));
  const { sections, warnings } = await compileFixture({
    chapters: [{ body: '', source: asXhtml(html) }],
    extra: Object.fromEntries([...names].map((name) => [`OEBPS/${name}`, buildPng(4, 4)])),
    manifest: [...names]
      .map((name, index) => `<item id="image-${index}" href="${name}" media-type="image/png"/>`)
      .join(''),
    stored: true,
  });
  if (warnings.some(({ code }) => code === 'not_well_formed')) return null;
  const [section] = sections;
  return section ? constructsOfSection(section) : null;
}

function isKept(construct: string, constructs: Set<string>): boolean {
  const [, tag = '', name = ''] = /^(?:\w+:)?(\w+)\[([\w-]+)\]$/.exec(construct) ?? [];
  const property = presentationalStyle(tag, name, 'red')?.replace(/:.*/, '');
  return (
    constructs.has(construct) || (property !== undefined && constructs.has(`style ${property}`))
  );
}
