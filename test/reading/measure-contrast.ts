import { launch } from 'puppeteer-core';
import { chromiumFlags, chromiumPath } from '../../scripts/browsers.js';
import type { Publication, Tree } from '../../server/epub/contract.ts';
import { defaultRules } from '../../shared/book-css.ts';
import { themes, tokens } from '../../shared/theme-tokens.ts';

/** Lowest contrast of text in a theme, and the text that has it. */
export interface LowestContrast {
  ratio: number;
  text: string;
}

export type ThemeContrasts = Record<string, LowestContrast>;

/** Measures books in Chromium, in every theme that keeps the books' colors. */
export async function openContrastMeter() {
  const browser = await launch({
    browser: 'chrome',
    executablePath: chromiumPath(),
    args: chromiumFlags(),
  });
  const page = await browser.newPage();
  return {
    async measure({ sections, styleSheets }: Publication): Promise<ThemeContrasts> {
      const lowest: ThemeContrasts = {};
      for (const section of sections) {
        if (section.layout === 'fixed' || section.length === 0) continue;
        const css = [...section.styles.map((id) => styleSheets[id] ?? ''), section.css].join('');
        if (!/color|background/.test(css)) continue;
        await page.setContent(
          `<!DOCTYPE html><html><head><style>${defaultRules}${css}</style></head><body>${toHtml(section.tree)}</body></html>`,
        );
        for (const theme of themes) {
          const found = toContrast(await page.evaluate(measureScript(theme)));
          const known = lowest[theme];
          if (found && (!known || found.ratio < known.ratio)) lowest[theme] = found;
        }
      }
      return lowest;
    },
    close: () => browser.close(),
  };
}

function toContrast(value: unknown): LowestContrast | null {
  return value as LowestContrast | null;
}

function measureScript(theme: (typeof themes)[number]): string {
  const values = Object.entries(tokens).map(([name, token]) => [
    name,
    typeof token === 'string' ? token : token[theme],
  ]);
  return `(${measureInPage.toString()})(${JSON.stringify(values)})`;
}

/** Runs in the page. */
function measureInPage(values: [string, string][]): LowestContrast | null {
  const root = document.documentElement;
  for (const [name, value] of values) root.style.setProperty(name, value);
  root.style.setProperty('--svc-rem', '16px');
  document.body.style.cssText = 'background: var(--svc-background); color: var(--svc-color)';
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  const channels = (layers: string[]): number[] => {
    context.clearRect(0, 0, 1, 1);
    for (const layer of layers) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb: number[]) => {
    const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const known = new Map<string, number>();
  let lowest: LowestContrast | null = null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || !parent || parent.closest('svg')) continue;
    const layers: string[] = [];
    let hasImage = false;
    for (let at: Element | null = parent; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      layers.unshift(style.backgroundColor);
      hasImage ||= style.backgroundImage !== 'none' || style.visibility === 'hidden';
    }
    if (hasImage || parent.getClientRects().length === 0) continue;
    const color = getComputedStyle(parent).color;
    const key = [...layers, color].join('|');
    let ratio = known.get(key);
    if (ratio === undefined) {
      const below = luminance(channels(layers));
      const above = luminance(channels([...layers, color]));
      ratio = (Math.max(below, above) + 0.05) / (Math.min(below, above) + 0.05);
      known.set(key, ratio);
    }
    if (!lowest || ratio < lowest.ratio) lowest = { ratio, text: text.slice(0, 40) };
  }
  return lowest;
}

function toHtml(tree: Tree): string {
  if (typeof tree === 'string') return escapeText(tree);
  const [tag, attributes, ...children] = tree;
  const written = Object.entries(attributes)
    .filter(([name]) => !/^(?:src|href|xlink:href)$/.test(name))
    .map(([name, value]) => ` ${name}="${escapeText(value)}"`);
  const start = `<${tag}${written.join('')}>`;
  if (/^(?:img|br|hr|col|wbr|area|source|track)$/.test(tag)) return start;
  return `${start}${children.map(toHtml).join('')}</${tag}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
