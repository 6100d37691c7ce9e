import { expect } from '@open-wc/testing';
import { tokensOf, type ThemeName, type TokenName } from '../../../src/look/tokens.ts';

/** Contrast of two `#rrggbb` colours, 1–21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('a theme', () => {
  for (const theme of ['light', 'dark', 'sepia'] satisfies ThemeName[]) {
    const token = (name: TokenName) => new Map(tokensOf(theme)).get(name) ?? '';

    it(`can be read easily, ${theme}`, () => {
      const paper = token('--svc-background');
      expect(contrast(token('--svc-color'), paper)).to.be.greaterThan(9);
      expect(contrast(token('--svc-muted'), paper)).to.be.greaterThan(4.5);
      expect(contrast(token('--svc-accent'), paper)).to.be.greaterThan(4.5);
      expect(contrast(token('--svc-color'), token('--svc-selection'))).to.be.greaterThan(4.5);
    });

    it(`is as easy to read in its panels, ${theme}`, () => {
      const panel = token('--svc-surface');
      for (const name of ['--svc-color', '--svc-muted', '--svc-accent'] satisfies TokenName[]) {
        expect(contrast(token(name), panel), name).to.be.greaterThan(4.5);
      }
    });

    it(`keeps the book’s own black and white apart, ${theme}`, () => {
      const moved = (l: number) =>
        Number(token('--svc-l-base')) + l * Number(token('--svc-l-scale'));
      expect(Math.abs(moved(1) - moved(0))).to.be.greaterThan(0.6);
      for (const l of [0, 1]) expect(moved(l)).to.be.within(0, 1);
    });
  }
});
