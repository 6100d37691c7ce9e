import { contrastTable, defaultOf, type Theme, tokenNames } from '../../deployments/token-table.ts';
import { cssString, cssUrl } from './book-sheets.ts';
import type { PageDeployment, PageEmbed } from './contract.ts';

/** The tokens of the embed’s theme for the whole page; the component has its own above them. */
export function themeStyle({ name, tokens }: PageEmbed['theme']): string {
  const strong = name === 'contrast' ? contrastTable : null;
  const block = (theme: Theme): string => {
    const own = theme === 'sepia' ? undefined : strong?.[theme];
    return [
      `color-scheme: ${theme === 'dark' ? 'dark' : 'light'};`,
      ...tokenNames.map((token) => `${token}: ${own?.[token] ?? valueIn(tokens, token, theme)};`),
    ].join(' ');
  };
  if (name && name !== 'system' && name !== 'contrast') return `html { ${block(name)} }\n`;
  return (
    `html { ${block('light')} }\n` +
    `@media (prefers-color-scheme: dark) { html { ${block('dark')} } }\n`
  );
}

/** A number of pixels, or none, as a token of the light theme has it. */
export function numberOf(tokens: PageEmbed['theme']['tokens'], token: NumberToken): number {
  return Number.parseFloat(valueIn(tokens, token, 'light'));
}

type NumberToken = '--svc-font-size' | '--svc-measure';

export function fontFaces(fonts: PageDeployment['fonts']): string {
  return fonts
    .map(
      ({ family, url, weight, style }) =>
        `@font-face { font-family: "${cssString(family)}"; src: ${cssUrl(url)} format("woff2"); ` +
        `font-weight: ${weight}; font-style: ${style}; font-display: swap; }\n`,
    )
    .join('');
}

function valueIn(
  tokens: PageEmbed['theme']['tokens'],
  token: (typeof tokenNames)[number],
  theme: Theme,
): string {
  const set = tokens[token];
  return (typeof set === 'string' ? set : set?.[theme]) ?? defaultOf(token, theme);
}
