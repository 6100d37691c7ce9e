import {
  contrastTokens,
  resolveToken,
  type ThemeName,
  tokenNames,
} from '../../shared/theme-tokens.ts';
import { cssString, cssUrl } from './book-style-sheets.ts';
import type { PageDeployment, PageEmbed } from './contract.ts';

/** Styles for everything on a page except the book's text. */
export const pageStyle = `
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--svc-background); -webkit-text-size-adjust: none; text-size-adjust: none; }
body { margin: 0; color: var(--svc-color); font: 400 16px/1.55 var(--svc-ui-font-family); overflow-wrap: break-word; }
.about, .masthead, .message { max-inline-size: 44rem; margin-inline: auto; padding: 1.5rem clamp(20px, 5vw, 40px); }
.masthead { display: flex; gap: 1rem; align-items: center; padding-block-end: 0; color: var(--svc-muted); }
.masthead a { color: inherit; text-decoration: none; }
.masthead img { display: block; max-block-size: 48px; inline-size: auto; }
.masthead p { margin: 0; }
.masthead b { color: var(--svc-color); font-weight: 600; }
.test-badge { margin-inline-start: auto; padding: 0.1rem 0.6rem; border: 1px solid currentcolor; border-radius: 999px; font-size: 0.8rem; font-weight: 600; }
.about > * { margin-block: 0 2.25rem; }
.about h2 { margin: 0 0 0.6rem; font-size: 1.05rem; line-height: 1.3; }
.about p { margin: 0 0 0.6rem; }
.about small, .about .by { color: var(--svc-muted); }
.about ol { margin: 0; padding: 0; list-style: none; }
.about ol ol { padding-inline-start: 1.25rem; }
.about li { padding-block: 0.2rem; }
.about li > a, .about li > span { display: inline-block; padding-block: 0.15rem; }
:is(.about, .message, .library) a { color: var(--svc-accent); text-underline-offset: 0.16em; text-decoration-thickness: 0.06em; }
:is(.about, .message, .library, .masthead) a:focus-visible { outline: 2px solid var(--svc-accent); outline-offset: 3px; border-radius: 2px; }
.turn { display: flex; justify-content: space-between; gap: 1rem; }
.turn a { padding-block: 0.6rem; }
.turn a[rel=next] { margin-inline-start: auto; text-align: end; }
.end { padding: 1.5rem; border: 1px solid var(--svc-line); border-radius: 12px; background: var(--svc-surface); }
.end p:last-child { margin: 0; }
.price { font-size: 1.35rem; font-weight: 600; }
.price small { font-size: 0.95rem; font-weight: 400; }
.about a.buy { display: inline-block; padding: 0.7rem 1.4rem; border-radius: 8px; background: var(--svc-accent); color: var(--svc-background); font-weight: 600; text-decoration: none; }
.book { display: grid; grid-template-columns: auto 1fr; gap: 1.25rem; align-items: start; }
.book > img { inline-size: 96px; block-size: auto; border-radius: 4px; }
.links { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; font-size: 0.95rem; }
.message { min-block-size: 320px; display: grid; align-content: center; justify-items: center; text-align: center; }
.message h1 { margin: 0 0 0.4rem; font-size: 1.25rem; line-height: 1.3; text-wrap: balance; }
.message p { margin: 0; color: var(--svc-muted); text-wrap: pretty; }
.message small { margin-block-start: 1rem; color: var(--svc-muted); }
.library { max-inline-size: 76rem; margin-inline: auto; padding: 2rem clamp(20px, 5vw, 56px) 3rem; }
.library header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1rem; margin-block-end: 2.25rem; }
.library header img { display: block; max-block-size: 56px; max-inline-size: 40vw; inline-size: auto; }
.library h2 { margin: 0 0 1.25rem; font-size: 1.1rem; font-weight: 600; }
.library h1 { margin: 0; font: 400 clamp(1.7rem, 4vw, 2.4rem)/1.2 var(--svc-font-family); text-wrap: balance; }
.library ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(150px, 42%), 1fr)); gap: 2.25rem 1.5rem; margin: 0; padding: 0; list-style: none; }
.library li { display: grid; }
.library li > a { display: grid; grid-template-rows: auto 1fr auto; gap: 0.75rem; color: inherit; text-decoration: none; }
.library .cover { display: grid; place-items: center; aspect-ratio: 2 / 3; border-radius: 6px; background: var(--svc-surface); border: 1px solid var(--svc-line); overflow: hidden; }
.library .cover img { inline-size: 100%; block-size: 100%; object-fit: cover; }
.library .cover span { padding: 1rem; font: 400 1.1rem/1.35 var(--svc-font-family); text-align: center; text-wrap: balance; }
.library li b { display: block; font-weight: 600; line-height: 1.35; }
.library li small { color: var(--svc-muted); }
.library li .cost { margin-block-start: -0.5rem; color: var(--svc-color); font-size: 0.95rem; }
.library .turn, .library .links { margin-block-start: 2.5rem; }
dialog.link { max-inline-size: min(26rem, 90vw); padding: 1.5rem; color: var(--svc-color); background: var(--svc-surface); border: 1px solid var(--svc-line); border-radius: 12px; }
dialog.link::backdrop { background: rgb(0 0 0 / 40%); }
dialog.link h2 { margin: 0 0 0.5rem; font-size: 1.05rem; line-height: 1.3; }
dialog.link p { margin: 0 0 1rem; color: var(--svc-muted); }
dialog.link :is(input, button) { font: inherit; inline-size: 100%; padding: 0.6rem 0.8rem; color: inherit; background: none; border: 1px solid var(--svc-line); border-radius: 8px; }
dialog.link button { margin-block-start: 0.75rem; color: var(--svc-background); background: var(--svc-accent); border-color: transparent; font-weight: 600; cursor: pointer; }
dialog.link :focus-visible { outline: 2px solid var(--svc-accent); outline-offset: 2px; }
section.consent { position: fixed; inset: auto 0 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0.6rem 1.5rem; padding: 0.75rem clamp(16px, 4vw, 40px) max(0.75rem, env(safe-area-inset-bottom)); color: var(--svc-color); background: var(--svc-surface); border-block-start: 1px solid var(--svc-line); font-size: 0.95rem; line-height: 1.4; }
section.consent[hidden] { display: none; }
section.consent p { flex: 1 1 20rem; max-inline-size: 44rem; margin: 0; }
section.consent a { color: var(--svc-accent); }
section.consent div { display: flex; flex: 0 1 auto; gap: 0.6rem; }
section.consent button { min-block-size: 44px; padding: 0.5rem 1.1rem; font: inherit; font-weight: 600; color: var(--svc-color); background: none; border: 1px solid currentcolor; border-radius: 8px; cursor: pointer; }
section.consent :focus-visible { outline: 2px solid var(--svc-accent); outline-offset: 2px; }
@media (scripting: enabled) { body:has(> section.consent:not([hidden])) svc-reader { block-size: calc(100dvh - var(--svc-consent-block, 0px)); } }
svc-reader:defined ~ * { display: none; }
@media (scripting: enabled) { .masthead:has(+ main > svc-reader) { display: none; } }
@media (prefers-reduced-motion: no-preference) { .library .cover { transition: transform 200ms; } .library a:hover .cover { transform: translateY(-3px); } }
`;

/**
 * Returns theme tokens for the whole page. The reader sets its own tokens, which take precedence
 * inside it.
 */
export function themeStyle({ name, tokens }: PageEmbed['theme']): string {
  const block = (theme: ThemeName): string => {
    const isStrong = name === 'contrast' && theme !== 'sepia';
    const strong = new Map(isStrong ? contrastTokens(theme) : []);
    return [
      `color-scheme: ${theme === 'dark' ? 'dark' : 'light'};`,
      ...tokenNames.map(
        (token) => `${token}: ${strong.get(token) ?? resolveToken(tokens, token, theme)};`,
      ),
    ].join(' ');
  };
  if (name && name !== 'system' && name !== 'contrast') return `html { ${block(name)} }\n`;
  return (
    `html { ${block('light')} }\n` +
    `@media (prefers-color-scheme: dark) { html { ${block('dark')} } }\n`
  );
}

/** Returns the number in a light theme token, without its unit. */
export function numericToken(
  tokens: PageEmbed['theme']['tokens'],
  token: NumericTokenName,
): number {
  return Number.parseFloat(resolveToken(tokens, token, 'light'));
}

type NumericTokenName = '--svc-font-size' | '--svc-measure';

export function fontFaces(fonts: PageDeployment['fonts']): string {
  return fonts
    .map(
      ({ family, url, weight, style }) =>
        `@font-face { font-family: "${cssString(family)}"; src: ${cssUrl(url)} format("woff2"); ` +
        `font-weight: ${weight}; font-style: ${style}; font-display: swap; }\n`,
    )
    .join('');
}
