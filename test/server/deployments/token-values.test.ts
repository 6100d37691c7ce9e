import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { tokenNames, tokenRules } from '../../../shared/theme-tokens.ts';
import { parseToken } from '../../../server/deployments/token-values.ts';

function parsedValue(name: keyof typeof tokenRules, text: string): string | null {
  const reading = parseToken(tokenRules[name], text);
  return 'value' in reading ? reading.value : null;
}

/** Inputs that are not a single valid value. */
const hostile = [
  'url(https://evil.example/x.png)',
  'url("javascript:alert(1)")',
  'expression(alert(1))',
  '</style><script>alert(1)</script>',
  '#fff;background:red',
  '#fff}body{display:none',
  'var(--other)',
  'env(x)',
  'calc(1px + 1px)',
  'inherit; color: red',
  '#fff /* x */',
  '#ffffff\\',
  "'a', url(x)",
  "'a\\27 , url(x)'",
  "Arial', url(x), 'b",
  '"</style>"',
  '@import "x"',
  'image-set(x)',
  '{}',
  '<!--',
  '',
  ' ',
  '\0',
  'a'.repeat(1001),
];

describe('token value', () => {
  it('is a single value of its kind, normalized', () => {
    const values: [keyof typeof tokenRules, string, string][] = [
      ['--svc-accent', '#A00', '#aa0000'],
      ['--svc-accent', 'rebeccapurple', '#663399'],
      ['--svc-accent', 'rgb(170 0 0)', '#aa0000'],
      ['--svc-accent', 'hsl(0, 100%, 33.33%)', '#aa0000'],
      ['--svc-accent', ' #aa0000ff ', '#aa0000'],
      ['--svc-accent', 'color(srgb 1 0 0)', '#ff0000'],
      ['--svc-toolbar-background', 'navy', '#000080'],
      ['--svc-progress-background', 'initial', 'initial'],
      ['--svc-panel-radius', '0px', '0px'],
      ['--svc-button-radius', 'initial', 'initial'],
      ['--svc-heading-font-family', 'initial', 'initial'],
      ['--svc-heading-font-family', 'Example, serif', "'Example', serif"],
      ['--svc-title-font-style', 'ITALIC', 'italic'],
      ['--svc-title-font-weight', '600', '600'],
      ['--svc-title-text-transform', 'uppercase', 'uppercase'],
      ['--svc-l-scale', '-0.50', '-0.5'],
      ['--svc-l-base', '-0', '0'],
      ['--svc-font-size', '20.0px', '20px'],
      ['--svc-radius', '0px', '0px'],
      [
        '--svc-ui-font-family',
        'Example Sans, "Noto Serif",sans-serif',
        "'Example Sans', 'Noto Serif', sans-serif",
      ],
      ['--svc-font-family', 'Bücher, 明朝', "'Bücher', '明朝'"],
    ];
    for (const [name, text, value] of values) assert.equal(parsedValue(name, text), value, text);
  });

  it('rejects everything else', () => {
    for (const name of tokenNames) {
      for (const text of hostile) assert.equal(parsedValue(name, text), null, `${name}: ${text}`);
    }
  });

  it('must be within its bounds and opaque', () => {
    const refused: [keyof typeof tokenRules, string][] = [
      ['--svc-accent', 'transparent'],
      ['--svc-accent', '#aa000080'],
      ['--svc-accent', 'currentcolor'],
      ['--svc-accent', 'inherit'],
      ['--svc-font-size', '7px'],
      ['--svc-font-size', '73px'],
      ['--svc-font-size', '18'],
      ['--svc-font-size', '1rem'],
      ['--svc-line-height', '0.9'],
      ['--svc-line-height', '1.5px'],
      ['--svc-measure', '1e2'],
      ['--svc-l-base', 'NaN'],
      ['--svc-l-scale', 'Infinity'],
      ['--svc-font-family', 'a,,b'],
      ['--svc-font-family', Array.from({ length: 21 }, () => 'Arial').join()],
    ];
    for (const [name, text] of refused)
      assert.equal(parsedValue(name, text), null, `${name}: ${text}`);
  });

  it('never contains anything that ends a declaration', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc
        .array(fc.constantFrom("'", '"', ',', ' ', 'a', '#fff', ';', '}', '<', '\\', '(', ')'))
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(fc.constantFrom(...tokenNames), anyText, (name, text) => {
        const value = parsedValue(name, text);
        if (value === null) return;
        assert.match(value, /^[\p{L}\p{M}\p{N} _.+'#,-]+$/u);
        assert.equal(parsedValue(name, value), value);
        assert.equal(value.split("'").length % 2, 1);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});
