import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toMathmlCore } from '../../../server/epub/mathml/to-mathml-core.ts';
import { MATHML, rawTextOf, type XmlElement } from '../../../server/epub/xml/node.ts';
import { REPLACED_STYLE } from '../../../server/epub/mathml/math-node.ts';
import { parseDocument } from '../../../server/epub/xml/parse-document.ts';
import { Warnings } from '../../../server/epub/warnings.ts';
import { pick, seededRandom, type Random } from '../../faults/seeded-random.ts';
import {
  compileBody,
  compileChapter,
  compileFixture,
  textOfTree,
} from './fixtures/compile-fixture.ts';

const core = new Set(
  `math merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub
  msubsup msup mtable mtd mtext mtr munder munderover semantics`.split(/\s+/),
);

describe('formulas', () => {
  for (const [name, written, expected] of [
    ['brackets', '<mfenced><mi>x</mi><mi>y</mi></mfenced>', '(x,y)'],
    [
      'other brackets',
      '<mfenced open="[" close=")" separators=";|"><mn>1</mn><mn>2</mn><mn>3</mn><mn>4</mn></mfenced>',
      '[1;2|3|4)',
    ],
    [
      'no separators',
      '<mfenced open="|" close="" separators=""><mi>a</mi><mi>b</mi></mfenced>',
      '|ab',
    ],
    ['angle brackets', '<mfenced open="〈" close="〉"><mi>u</mi></mfenced>', '⟨u⟩'],
    [
      'variants',
      '<mstyle mathvariant="double-struck"><mi>R</mi><mn>1</mn></mstyle><mi mathvariant="script">H</mi><mi mathvariant="bold">&#x3B1;</mi>',
      'ℝ𝟙ℋ𝛂',
    ],
    ['MathML 1 styles', '<mi fontweight="bold">v</mi>', '𝐯'],
    ['string literals', '<ms>a</ms><ms lquote="«" rquote="»">b</ms>', '"a"«b»'],
    ['images of glyphs', '<mi><mglyph src="a.png" alt="my"/></mi>', 'my'],
    [
      'actions',
      '<maction actiontype="toggle" selection="2"><mi>a</mi><mi>b</mi></maction><maction actiontype="tooltip"><mi>c</mi><mtext>tip</mtext></maction>',
      'bc',
    ],
    [
      'annotations',
      '<semantics><mi>x</mi><annotation encoding="TeX">x</annotation></semantics>',
      'x',
    ],
    [
      'content with presentation',
      '<semantics><apply><plus/><ci>x</ci></apply><annotation-xml encoding="MathML-Presentation"><mo>+</mo><mi>x</mi></annotation-xml></semantics>',
      '+x',
    ],
    ['bevelled fractions', '<mfrac bevelled="true"><mn>1</mn><mn>2</mn></mfrac>', '1/2'],
    [
      'labeled rows',
      '<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>x</mi></mtd></mlabeledtr></mtable>',
      'x(1)',
    ],
    [
      'column additions',
      '<mstack><mn>424</mn><msrow><mo>+</mo><mn>33</mn></msrow><msline/><mn>457</mn></mstack>',
      '424+33457',
    ],
    ['long divisions', '<mlongdiv><mn>3</mn><mn>435</mn><mn>1305</mn></mlongdiv>', '4353)1305'],
  ] as const) {
    it(`keep ${name}`, async () => {
      const body = await compileBody(`<p><math xmlns="${MATHML}">${written}</math></p>`);
      assert.equal(textOfTree(['div', {}, ...body]), expected);
    });
  }

  it('are drawn without a namespace too', async () => {
    const [paragraph] = await compileBody('<p><math><mfenced><mi>x</mi></mfenced></math></p>');
    assert.deepEqual(paragraph, [
      'p',
      {},
      [
        'math',
        {},
        ['mrow', {}, ['mo', fence('prefix'), '('], ['mi', {}, 'x'], ['mo', fence('postfix'), ')']],
      ],
    ]);
  });

  it('have cells aligned by styles', () => {
    const table = rewritten(
      '<mtable columnalign="right left" columnlines="solid" rowlines="dashed" frame="solid"><mtr><mtd/><mtd columnalign="center"/></mtr><mtr rowalign="top"><mtd/><mtd/></mtr></mtable>',
    );
    const styles = [...elementsOf(table)]
      .filter(({ name }) => name.startsWith('mt'))
      .map((one) => [one.name, styleOf(one)]);
    assert.deepEqual(styles, [
      ['mtable', 'border:1px solid'],
      ['mtr', ''],
      ['mtd', 'text-align:right;border-right:1px solid;border-bottom:1px dashed'],
      ['mtd', 'border-bottom:1px dashed'],
      ['mtr', ''],
      ['mtd', 'text-align:right;vertical-align:top;border-right:1px solid'],
      ['mtd', 'text-align:left;vertical-align:top'],
    ]);
  });

  it('inherit no alignment of boxes, with which WebKit spreads their letters over the page and beyond', async () => {
    const { css } = await compileChapter(
      `<math xmlns="${MATHML}"><mtable columnalign="right"><mtr><mtd><mn>1</mn></mtd></mtr></mtable></math>`,
    );
    assert.match(css, /:where\(\.svc-p1\)\{text-align:-webkit-right\}/);
    assert.match(css, /:where\(\.svc-p1>\*\)\{text-align:start\}/);
  });

  it('align written numbers at the decimal point', () => {
    const stack = rewritten('<mstack><mn>12.5</mn><mn>3</mn></mstack>');
    const rows = [...elementsOf(stack)].filter(({ name }) => name === 'mtr');
    assert.deepEqual(
      rows.map((row) =>
        row.children.map((cell) => (typeof cell === 'string' ? cell : rawTextOf(cell))),
      ),
      [
        ['1', '2', '.', '5'],
        ['', '3', '', ''],
      ],
    );
  });

  it('convert lengths that engines no longer read', () => {
    const math = rewritten(
      '<mspace width="thickmathspace"/><mpadded width="+0.5em" lspace="+1em" height="50%height"><mi>x</mi></mpadded><mfrac linethickness="2"><mn>1</mn><mn>2</mn></mfrac><mo maxsize="2">(</mo><mstyle mathsize="big"><mi>y</mi></mstyle>',
    );
    const lengths = [...elementsOf(math)].flatMap((one) =>
      one.attributes
        .filter(({ namespace }) => namespace === '')
        .map(({ name, value }) => `${one.name} ${name} ${value}`),
    );
    assert.deepEqual(lengths, [
      'mspace width 0.2778em',
      'mpadded lspace 1em',
      'mspace width 0.5em',
      'mfrac linethickness 200%',
      'mo maxsize 200%',
      'mstyle mathsize 125%',
    ]);
  });

  it('contain only MathML Core after any formula, with every letter, in order', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const letters: string[] = [];
      const source = randomFormula(seededRandom(seed), 0, letters);
      const math = rewritten(source);
      for (const { name, attributes } of elementsOf(math)) {
        assert.ok(core.has(name), `Seed ${seed}: ${name} in ${source}`);
        const old = attributes.find(
          ({ name: attribute, value, namespace }) =>
            namespace === '' &&
            (/^(?:open|close|separators|notation|columnalign|bevelled|actiontype|fontweight)$/.test(
              attribute,
            ) ||
              (attribute === 'mathvariant' && (value !== 'normal' || name !== 'mi'))),
        );
        assert.equal(old, undefined, `Seed ${seed}: ${name} ${old?.name} in ${source}`);
      }
      const text = rawTextOf(math)
        .normalize('NFKC')
        .replaceAll(/[^a-z]/g, '');
      assert.equal(text, letters.join(''), `Seed ${seed}: ${source}`);
      assertArity(math, seed);
      assert.deepEqual(toMathmlCore(math), math, `Seed ${seed} changes when rewritten again.`);
    }
  });
});

const arity: Record<string, number> = {
  mfrac: 2,
  msub: 2,
  msup: 2,
  mroot: 2,
  munder: 2,
  mover: 2,
  msubsup: 3,
  munderover: 3,
};

function assertArity(root: XmlElement, seed: number): void {
  for (const { name, children } of elementsOf(root)) {
    if (arity[name] !== undefined)
      assert.equal(children.length, arity[name], `Seed ${seed}: ${name}`);
  }
}

/** A formula of MathML 2 and 3. Its letters are added in the order in which they must appear. */
function randomFormula(chance: Random, depth: number, letters: string[]): string {
  const part = () => randomFormula(chance, depth + 1, letters);
  const parts = (count: number) => Array.from({ length: count }, part).join('');
  const token = () => {
    const letter = pick(chance, Array.from('abcdefgijklmnopqrstuvwxyz'));
    letters.push(letter);
    const variant = pick(chance, [
      '',
      ' mathvariant="bold"',
      ' mathvariant="fraktur"',
      ' fontweight="bold"',
      ' mathvariant="normal"',
      ' mathvariant="monospace"',
    ]);
    return `<${pick(chance, ['mi', 'mtext', 'mo'])}${variant}>${letter}</`.replace(
      /<(\w+)(.*)<\/$/,
      '<$1$2</$1>',
    );
  };
  if (depth > 4) return token();
  return pick(chance, [
    token,
    token,
    () => `<mrow>${parts(1 + Math.floor(chance() * 3))}</mrow>`,
    () =>
      `<mfenced open="${pick(chance, ['(', '[', '', '|', '〈'])}" separators="${pick(chance, [',', '', ';,'])}">${parts(Math.floor(chance() * 4))}</mfenced>`,
    () =>
      `<mfrac${pick(chance, ['', ' bevelled="true"', ' linethickness="thin"'])}>${parts(2)}</mfrac>`,
    () => `<msubsup>${parts(3)}</msubsup>`,
    () => `<msup><maligngroup/>${part()}</msup>`,
    () =>
      `<menclose notation="${pick(chance, ['box', 'radical', 'updiagonalstrike left', 'longdiv', 'nothing'])}">${parts(2)}</menclose>`,
    () =>
      `<mtable columnalign="left right"><mtr><mtd>${part()}</mtd><mtd>${part()}</mtd></mtr><mtr><mtd>${part()}</mtd></mtr></mtable>`,
    () =>
      `<mstyle mathvariant="${pick(chance, ['italic', 'script', 'normal'])}">${parts(2)}</mstyle>`,
    () => `<mpadded width="+1em">${parts(2)}</mpadded>`,
    () => `<maction actiontype="toggle" selection="1">${part()}<mtext>0</mtext></maction>`,
    () => `<semantics>${part()}<annotation>X</annotation></semantics>`,
    () => `<mstack>${token()}<msrow>${token()}${token()}</msrow><msline/>${token()}</mstack>`,
    () => `<unknown>${parts(2)}</unknown>`,
  ])();
}

function rewritten(content: string): XmlElement {
  const source = `<math xmlns="${MATHML}">${content}</math>`;
  const document = parseDocument(source, 'formula.xhtml', 'xml', new Warnings());
  if (!document) throw new Error('The formula has no element.');
  return toMathmlCore(document.root);
}

function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* elementsOf(child);
}

function styleOf({ attributes }: XmlElement): string {
  return attributes.find(({ namespace }) => namespace === REPLACED_STYLE)?.value ?? '';
}

function fence(form: string) {
  return { form, fence: 'true', stretchy: 'true', lspace: '0', rspace: '0' };
}

describe('the font of formulas', () => {
  it('is part of books with formulas', async () => {
    const formula = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>';
    const book = await compileFixture({ chapters: [`<p>${formula}</p>`, '<p>none</p>'] });
    const [font] = book.fonts;
    const [used, unused] = book.sections;
    assert.ok(font && used?.css.includes(`:where(math){font-family:"${font.family}",math}`));
    assert.ok(!unused?.css.includes(font.family));
    const files = book.resources.filter(({ path }) => font.src === `resource:${path}`);
    assert.deepEqual(
      files.map(({ mediaType, bytes }) => [mediaType, Buffer.from(bytes.slice(0, 4)).toString()]),
      [['font/woff2', 'wOF2']],
    );
  });

  it('is not part of other books', async () => {
    const book = await compileFixture({ chapters: ['<p>none</p>'] });
    assert.deepEqual([book.fonts, book.resources], [[], []]);
  });
});
