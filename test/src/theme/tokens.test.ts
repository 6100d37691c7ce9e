import { expect } from '@open-wc/testing';
import { ThemeSheet } from '../../../src/theme/theme-sheet.ts';
import {
  contrastTokens,
  optionalColors,
  optionalShapes,
  tokenNames,
  tokenRules,
  tokensFor,
  type TokenName,
} from '../../../shared/theme-tokens.ts';
import { highlightBoxSheet } from '../../../src/rendition/highlights/highlight-styles.ts';
import { contrastRatio } from '../fixtures/contrast.ts';

type Look = ReadonlyMap<TokenName, string>;

const themes: Record<string, Look> = {
  light: new Map(tokensFor('light')),
  dark: new Map(tokensFor('dark')),
  sepia: new Map(tokensFor('sepia')),
  contrast: strong('light'),
  'contrast on a dark system': strong('dark'),
};

function strong(base: 'light' | 'dark'): Look {
  return new Map([...tokensFor(base), ...contrastTokens(base)]);
}

/** Text color and background color of highlighted text. */
function markOf(name: string, look: Look): [text: string, behind: string] {
  const host = document.createElement('div');
  for (const [token, value] of look) host.style.setProperty(token, value);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [highlightBoxSheet];
  const layer = document.createElement('div');
  layer.className = 'svc-paint';
  const mark = document.createElement('i');
  mark.className = name;
  layer.append(mark);
  root.append(layer);
  document.body.append(host);
  const { color, backgroundColor } = getComputedStyle(mark);
  host.remove();
  return [color, backgroundColor];
}

const marks = ['yellow', 'green', 'blue', 'pink', 'purple'].map((colour) => `mark-${colour}`);

for (const [theme, look] of Object.entries(themes)) {
  const token = (name: TokenName) => look.get(name) ?? '';
  const isStrong = theme.startsWith('contrast');
  const least = isStrong ? 7 : 4.5;

  describe(`the theme ${theme}`, () => {
    for (const paper of ['--svc-background', '--svc-surface'] as const) {
      it(`is readable on ${paper}`, () => {
        expect(contrastRatio(token('--svc-color'), token(paper))).to.be.greaterThan(9);
        for (const name of ['--svc-muted', '--svc-accent'] as const) {
          expect(contrastRatio(token(name), token(paper)), name).to.be.at.least(least);
        }
      });
    }

    it('is readable on selections, highlights, search results and spoken text', () => {
      const selected = contrastRatio(token('--svc-color'), token('--svc-selection'));
      expect(selected).to.be.at.least(least);
      for (const name of [...marks, 'hit', 'hit-current', 'spoken', 'spoken-word']) {
        expect(contrastRatio(...markOf(name, look)), name).to.be.at.least(4.5);
      }
    });

    it('has visible hairlines in the contrast themes', () => {
      if (isStrong) {
        expect(contrastRatio(token('--svc-line'), token('--svc-background'))).to.be.at.least(3);
      }
      expect(contrastRatio(token('--svc-line'), token('--svc-background'))).to.be.greaterThan(1.1);
    });

    it('keeps the book’s own black and white distinct or drops its colors', () => {
      const scale = Number(token('--svc-l-scale'));
      const moved = (l: number) => Number(token('--svc-l-base')) + l * scale;
      expect(Math.abs(moved(1) - moved(0))).to.satisfy((apart: number) =>
        isStrong ? apart === 0 : apart > 0.6,
      );
      for (const l of [0, 1]) expect(moved(l)).to.be.within(0, 1);
    });
  });
}

describe('highlight colors', () => {
  it('come from the deployment, except in the contrast theme', () => {
    const theme = new ThemeSheet(document.body, () => {});
    theme.config = { theme: { tokens: { '--svc-mark-yellow': '#ffd700' } } };
    const yellowIn = (name: 'light' | 'contrast') => {
      theme.apply(name);
      const [rule] = theme.sheet.cssRules;
      const { style } = rule as CSSStyleRule;
      return style.getPropertyValue('--svc-mark-yellow');
    };
    expect(yellowIn('light')).to.equal('#ffd700');
    expect(yellowIn('contrast')).to.equal('initial');
  });
});

describe('a token without a default value', () => {
  const themed = new Set(tokensFor('light').map(([name]) => name));
  const optional = tokenNames.filter((name) => !themed.has(name));
  const colors = new Set(optionalColors.split(' ').map((name) => `--svc-${name}`));

  it('is a color that the contrast theme resets, or a shape or font', () => {
    for (const name of optional) {
      const isColor = ['color', 'ink', 'background'].includes(tokenRules[name].kind);
      expect(colors.has(name), `${name} in optionalColors`).to.equal(isColor);
      expect(optionalShapes.test(name), `${name} in optionalShapes`).to.equal(!isColor);
    }
  });
});
