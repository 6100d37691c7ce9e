import type { LayoutElement } from './hard-layouts.ts';
import type { Chance, Style } from './hard-inlines.ts';
import { publisherFrames } from './publisher-frames.ts';
import { publisherGrids } from './publisher-grids.ts';
import { publisherText } from './publisher-text.ts';
import type { PublisherMaker } from './publisher-parts.ts';

/** Styles that need a rule instead of a style attribute. */
export const publisherCss = `
.drop::first-letter { float: left; font-size: 3.6em; line-height: 0.75; margin: 0.05em 0.1em -0.1em 0; }
.initial::first-letter { initial-letter: 3; -webkit-initial-letter: 3; }
.capital::first-line { font-variant: small-caps; font-size: 1.4em; line-height: 2; }
.quoted::before { content: '\\201c'; position: absolute; left: -0.5em; top: -0.3em; font-size: 4em; }
.cleared::after { content: ''; display: table; clear: both; }
.stretched::before { content: ''; float: left; height: 30em; }
.ratio::before { content: ''; display: block; padding-top: 56.25%; }
.labelled td::before { content: attr(data-label); display: block; font-weight: bold; }
.striped > :nth-child(odd) { background: #eee; padding: 1em; }
.together > * { break-inside: avoid; break-after: avoid; }
`;

const makers = [publisherFrames, publisherGrids, publisherText].flatMap(
  Object.values<PublisherMaker>,
);

/** A block in the form that publishers' programs and style sheets produce. */
export function publisherBlock(chance: Chance, inner: () => LayoutElement): LayoutElement {
  return chance.pick(makers)(chance, inner);
}

/** Styles that publishers give the body of a document. */
export function publisherBody(chance: Chance): Style {
  return chance.pick<Style>([
    { height: '100vh', overflow: 'hidden' },
    { display: 'flex', 'flex-direction': chance.pick(['column', 'row']), 'min-height': '100vh' },
    { display: 'grid', 'grid-template-columns': '1fr 3fr' },
    { 'column-count': '2', 'column-gap': '2em' },
    { position: 'absolute', width: '800px', height: '1200px', margin: '-30px' },
    { margin: '0 -20px', padding: '4em 25%' },
    { 'max-width': '36em', margin: '0 auto', 'line-height': '1' },
    { 'white-space': 'pre-line' },
    { 'font-size': '62.5%', 'text-align': 'center' },
    { width: 'max-content' },
    { transform: 'scale(1.2)', float: 'left' },
  ]);
}
