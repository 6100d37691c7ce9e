import { blocks } from './hard-blocks.ts';
import { inlines, type Chance } from './hard-inlines.ts';
import { publisherBody, publisherCss } from './publisher-blocks.ts';
import { seededRandom } from '../bench/reader/seeded-random.ts';

/** An element of a generated section. */
export interface LayoutElement {
  tag: string;
  style?: Record<string, string>;
  attributes?: Record<string, string>;
  children: (LayoutElement | string)[];
}

/** A generated section. */
export interface HardLayout {
  seed: number;
  writing: Writing;
  body: LayoutElement[];
  /** Style sheet of the document. */
  css: string;
}

export type Writing = 'ltr' | 'rtl' | 'vertical-rl' | 'vertical-lr';

/**
 * Seeds from this one also use shapes that publishers produce. Lower ones always make the same
 * sections, because reports and tests name them.
 */
const firstPublisherSeed = 50_000;

/** Probability of each kind of writing mode. */
const writings: readonly Writing[] = ['ltr', 'ltr', 'ltr', 'rtl', 'vertical-rl', 'vertical-lr'];

/**
 * A section of randomly combined content that is hard to paginate. The same seed gives the same
 * section.
 */
export function generateLayout(seed: number): HardLayout {
  const random = seededRandom(seed);
  const chance: Chance = {
    number: (least, most) => least + Math.floor(random() * (most - least + 1)),
    is: (share) => random() < share,
    pick: (list) => {
      const item = list[Math.floor(random() * list.length)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    },
    script: 'latin',
    hasPublisherShapes: seed >= firstPublisherSeed,
  };
  // The first numbers of neighboring seeds are similar.
  random();
  const writing = chance.pick(writings);
  chance.script = writing === 'rtl' ? 'arabic' : writing === 'ltr' ? 'latin' : 'japanese';
  if (writing === 'ltr' && chance.is(0.1)) chance.script = 'japanese';
  const body: LayoutElement[] = [];
  for (let at = chance.number(1, 4); at > 0; at--) {
    if (chance.is(0.7)) body.push(inlines.paragraph(chance));
    body.push(blocks(chance, 0));
  }
  body.push(inlines.paragraph(chance));
  if (!chance.hasPublisherShapes) return { seed, writing, body, css: '' };
  const bodyRule = chance.is(0.2) ? `body { ${declarations(publisherBody(chance))} }` : '';
  return { seed, writing, body, css: publisherCss + bodyRule };
}

/** XHTML of a section. */
export function layoutDocument({ writing, body, css }: HardLayout): string {
  const language = { ltr: 'en', rtl: 'ar', 'vertical-rl': 'ja', 'vertical-lr': 'ja' }[writing];
  const direction = writing === 'rtl' ? ' dir="rtl"' : '';
  const mode = writing.startsWith('vertical') ? `html { writing-mode: ${writing}; }` : '';
  const style = mode + css ? `<style>${mode}${css}</style>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}"${direction}>
<head><title>Layout</title>${style}</head>
<body>${body.map((node) => markup(node)).join('\n')}</body></html>`;
}

/** A section's body as indented markup, for reports. */
export function layoutText({ body, css }: HardLayout): string {
  return [css.replace(publisherCss, ''), ...body.map((node) => markup(node, true))].join('\n');
}

function declarations(style: Record<string, string>): string {
  return Object.entries(style)
    .map(([property, value]) => `${property}:${value}`)
    .join(';');
}

const voidTags = new Set(['img', 'br', 'hr']);

function markup(node: LayoutElement | string, isShort = false): string {
  if (typeof node === 'string') {
    const text = isShort && node.length > 60 ? `${node.slice(0, 30)}…(${node.length})` : node;
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  }
  const { tag, style = {}, attributes = {}, children } = node;
  const styles = declarations(style);
  const all = styles ? { ...attributes, style: styles } : attributes;
  const written = Object.entries(all).map(([name, value]) => ` ${name}="${value}"`);
  const start = `<${tag}${written.join('')}`;
  if (voidTags.has(tag)) return `${start}/>`;
  return `${start}>${children.map((child) => markup(child, isShort)).join('')}</${tag}>`;
}

/** Simpler variants of a failing section, the simplest first. */
export function simplerLayouts(layout: HardLayout): HardLayout[] {
  const found: HardLayout[] = [];
  const add = (body: LayoutElement[]) => found.push({ ...layout, body });
  const replaced = (
    list: readonly (LayoutElement | string)[],
    at: number,
    by: (LayoutElement | string)[],
  ) => [...list.slice(0, at), ...by, ...list.slice(at + 1)];
  const visit = (
    list: readonly (LayoutElement | string)[],
    put: (list: (LayoutElement | string)[]) => void,
  ): void => {
    for (const [at, node] of list.entries()) {
      put(replaced(list, at, []));
      if (typeof node === 'string') {
        const half = node.slice(0, Math.ceil(node.length / 2)).toWellFormed();
        if (node.length > 20) put(replaced(list, at, [half]));
        continue;
      }
      const inner = node.children.filter((child) => typeof child !== 'string');
      if (inner.length === 1 && node.children.length === 1) put(replaced(list, at, inner));
      for (const property of Object.keys(node.style ?? {})) {
        const style = { ...node.style };
        delete style[property];
        put(replaced(list, at, [{ ...node, style }]));
      }
      if (node.attributes?.['class']) put(replaced(list, at, [{ ...node, attributes: {} }]));
      visit(node.children, (children) => put(replaced(list, at, [{ ...node, children }])));
    }
  };
  if (layout.css) found.push({ ...layout, css: '' }, { ...layout, css: publisherCss });
  visit(layout.body, (list) => add(list.filter((node) => typeof node !== 'string')));
  return found
    .map((one) => ({ one, size: JSON.stringify(one.body).length + one.css.length }))
    .toSorted((a, b) => a.size - b.size)
    .map(({ one }) => one);
}
