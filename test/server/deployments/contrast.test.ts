import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wcagContrast } from 'culori';
import * as fc from 'fast-check';
import type { ThemeTokens } from '../../../server/deployments/contract.ts';
import { checkContrast } from '../../../server/deployments/contrast.ts';
import { selectableThemes } from '../../../shared/theme-tokens.ts';
import { Failure } from '../../../server/failure.ts';

function failureOf(tokens: ThemeTokens, shown = selectableThemes.slice()): Failure | null {
  try {
    checkContrast(tokens, shown);
    return null;
  } catch (error) {
    assert.ok(error instanceof Failure);
    assert.equal(error.code, 'contrast_too_low');
    return error;
  }
}

describe('theme contrast', () => {
  it('is sufficient by default in every theme', () => {
    assert.equal(failureOf({}), null);
  });

  it('must be at least 4.5:1', () => {
    const backdrop = { '--svc-background': '#ffffff', '--svc-surface': '#ffffff' };
    const rest = { '--svc-color': '#000000', '--svc-muted': '#000000' };
    assert.equal(failureOf({ ...backdrop, ...rest, '--svc-accent': '#767676' }, ['light']), null);
    assert.ok(failureOf({ ...backdrop, ...rest, '--svc-accent': '#777777' }, ['light']));
  });

  it('names the token, both colors, the ratio and the nearest readable color', () => {
    const failure = failureOf({ '--svc-accent': '#aa0000' });
    assert.deepEqual(
      failure?.errors.map(({ pointer }) => pointer),
      ['/theme/tokens/--svc-accent'],
    );
    const detail = failure?.errors[0]?.detail ?? '';
    assert.match(
      detail,
      /^--svc-accent #aa0000 on --svc-surface #222428 has a contrast of 2\.00:1 in the theme dark,/,
    );
    const nearest = /The nearest readable --svc-accent is (#[0-9a-f]{6})\.$/.exec(detail)?.[1];
    assert.ok(nearest);
    const light = { light: '#aa0000', dark: nearest, sepia: '#aa0000' };
    assert.equal(failureOf({ '--svc-accent': light }), null);
  });

  it('is checked for text on highlight colors if they are set', () => {
    assert.equal(failureOf({ '--svc-mark-yellow': 'initial' }), null);
    const failure = failureOf({ '--svc-mark-yellow': '#ffe066' });
    assert.deepEqual(
      failure?.errors.map(({ pointer }) => pointer),
      ['/theme/tokens/--svc-mark-yellow'],
    );
    const detail = failure?.errors[0]?.detail ?? '';
    assert.match(
      detail,
      /^--svc-color #d3d0c9 on --svc-mark-yellow #ffe066 has a contrast of 1\.\d\d:1 in the theme dark,/,
    );
    const nearest = /The nearest readable --svc-mark-yellow is (#[0-9a-f]{6})\.$/.exec(detail)?.[1];
    assert.ok(nearest);
    const themed = { light: '#ffe066', dark: nearest, sepia: '#ffe066' };
    assert.equal(failureOf({ '--svc-mark-yellow': themed }), null);
  });

  it('is checked only for themes that readers can choose', () => {
    assert.equal(failureOf({ '--svc-accent': '#aa0000' }, ['light', 'sepia']), null);
  });

  it('points to the background if the text color is not set', () => {
    const failure = failureOf({
      '--svc-background': { light: '#333333', dark: '#17181a', sepia: '#f7eedd' },
    });
    assert.deepEqual(
      failure?.errors.map(({ pointer }) => pointer),
      [
        '/theme/tokens/--svc-background/light',
        '/theme/tokens/--svc-background/light',
        '/theme/tokens/--svc-background/light',
      ],
    );
  });

  it('reports if no color is readable', () => {
    const backdrops = { '--svc-background': '#222222', '--svc-surface': '#ffffff' };
    const failure = failureOf({ ...backdrops, '--svc-accent': '#888888' }, ['light']);
    assert.match(
      failure?.message ?? '',
      /No --svc-accent is readable on both #222222 and #ffffff\./,
    );
  });

  it('suggests a color that is accepted', () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((number) => `#${number.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, color, color, (accent, background, surface) => {
        const tokens = { '--svc-background': background, '--svc-surface': surface };
        const failure = failureOf({ ...tokens, '--svc-accent': accent }, ['light']);
        const error = failure?.errors.find(({ pointer }) => pointer?.endsWith('--svc-accent'));
        const nearest = /nearest readable --svc-accent is (#[0-9a-f]{6})/.exec(
          error?.detail ?? '',
        )?.[1];
        if (!nearest) return;
        assert.ok(wcagContrast(nearest, background) >= 4.5);
        assert.ok(wcagContrast(nearest, surface) >= 4.5);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
