import { launch } from 'puppeteer-core';
import { chromiumFlags, chromiumPath } from '../../scripts/browsers.js';
import type { Publication, Tree } from '../../server/epub/contract.ts';
import { defaultRules } from '../../shared/book-css.ts';
import { highContrastCss } from '../../src/rendition/user-styles/user-css.ts';
import { contrastTokens, themes, tokens } from '../../shared/theme-tokens.ts';

/** Lowest contrast in a theme, and the text or the element that has it. */
export interface LowestContrast {
  ratio: number;
  text: string;
}

/**
 * Lowest contrast of text, and of borders, rules and list markers. Null if the book has none with
 * colors.
 */
export interface ThemeContrast {
  text: LowestContrast | null;
  ornaments: LowestContrast | null;
}

/**
 * Colors in which books are shown: the themes, and the high-contrast theme on light and dark
 * devices.
 */
export const measuredThemes = [...themes, 'contrast', 'contrast dark'] as const;
type MeasuredTheme = (typeof measuredThemes)[number];

export type ThemeContrasts = Record<MeasuredTheme, ThemeContrast>;

/**
 * Measures books in Chromium, in every theme.
 *
 * @param ignoresEdges - Whether borders of the same color as their box are part of it, as in books
 * that use them as margins.
 */
export async function openContrastMeter({ ignoresEdges = false } = {}) {
  const browser = await launch({
    browser: 'chrome',
    executablePath: chromiumPath(),
    args: chromiumFlags(),
  });
  const page = await browser.newPage();
  return {
    async measure({ sections, styleSheets }: Publication): Promise<ThemeContrasts> {
      const lowest = emptyContrasts();
      for (const section of sections) {
        if (section.layout === 'fixed' || section.length === 0) continue;
        const css = [...section.styles.map((id) => styleSheets[id] ?? ''), section.css].join('');
        await page.setContent(
          `<!DOCTYPE html><html><head><style>${defaultRules}${css}</style></head><body><div class="flow">${toHtml(section.tree)}</div></body></html>`,
        );
        for (const theme of measuredThemes) {
          const found = toContrast(await page.evaluate(measureScript(theme, ignoresEdges)));
          for (const kind of ['text', 'ornaments'] as const) {
            const [known, one] = [lowest[theme][kind], found[kind]];
            if (one && (!known || one.ratio < known.ratio)) lowest[theme][kind] = one;
          }
        }
      }
      return lowest;
    },
    close: () => browser.close(),
  };
}

function emptyContrasts(): ThemeContrasts {
  const none = (): ThemeContrast => ({ text: null, ornaments: null });
  const [light, dark, sepia] = [none(), none(), none()];
  return { light, dark, sepia, contrast: none(), 'contrast dark': none() };
}

function toContrast(value: unknown): ThemeContrast {
  return value as ThemeContrast;
}

function measureScript(theme: MeasuredTheme, ignoresEdges: boolean): string {
  const base = theme === 'dark' || theme === 'sepia' ? theme : 'light';
  const own = {
    light: [],
    dark: [],
    sepia: [],
    contrast: contrastTokens('light'),
    'contrast dark': contrastTokens('dark'),
  }[theme];
  const values = Object.entries(tokens).map(([name, token]) => [
    name,
    typeof token === 'string' ? token : token[base],
  ]);
  const css = theme.startsWith('contrast') ? highContrastCss : '';
  return `(${measureInPage.toString()})(${JSON.stringify([...values, ...own])}, ${JSON.stringify(css)}, ${ignoresEdges})`;
}

/** Runs in the page. */
function measureInPage(
  values: [string, string][],
  css: string,
  ignoresEdges: boolean,
): ThemeContrast {
  const root = document.documentElement;
  const style = document.querySelector('#theme') ?? document.createElement('style');
  style.id = 'theme';
  style.textContent = css;
  document.head.append(style);
  for (const [name, value] of values) root.style.setProperty(name, value);
  root.style.setProperty('--svc-rem', '16px');
  document.body.style.cssText = 'background: var(--svc-background); color: var(--svc-color)';
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return { text: null, ornaments: null };
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
  const ratioOf = (layers: string[], color: string): number => {
    const key = [...layers, color].join('|');
    const before = known.get(key);
    if (before !== undefined) return before;
    const below = luminance(channels(layers));
    const above = luminance(channels([...layers, color]));
    const ratio = (Math.max(below, above) + 0.05) / (Math.min(below, above) + 0.05);
    known.set(key, ratio);
    return ratio;
  };
  /** The background colors behind an element's content, or null if they include a picture. */
  const layersOf = (element: Element): string[] | null => {
    const layers: string[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, visibility } = getComputedStyle(at);
      if (backgroundImage !== 'none' || visibility === 'hidden') return null;
      layers.unshift(backgroundColor);
    }
    return layers;
  };
  const lower = (before: LowestContrast | null, ratio: number, text: string) =>
    before && before.ratio <= ratio ? before : { ratio, text: text.slice(0, 40) };

  let text: LowestContrast | null = null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (words === '' || !parent || parent.closest('svg')) continue;
    if (parent.getClientRects().length === 0) continue;
    const layers = layersOf(parent);
    if (layers) text = lower(text, ratioOf(layers, getComputedStyle(parent).color), words);
  }

  let ornaments: LowestContrast | null = null;
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg') || element.getClientRects().length === 0) continue;
    const inside = layersOf(element);
    const outside = inside && element.parentElement && layersOf(element.parentElement);
    if (!inside || !outside) continue;
    const { display, listStyleType } = getComputedStyle(element);
    if (display === 'list-item' && listStyleType !== 'none') {
      const ratio = ratioOf(inside, getComputedStyle(element, '::marker').color);
      ornaments = lower(ornaments, ratio, `marker of ${element.localName}.${element.className}`);
    }
    for (const side of ['top', 'right', 'bottom', 'left']) {
      const style = getComputedStyle(element);
      const color = style.getPropertyValue(`border-${side}-color`);
      const kind = style.getPropertyValue(`border-${side}-style`);
      const width = Number.parseFloat(style.getPropertyValue(`border-${side}-width`));
      // Relief borders have shades of their color.
      if (width === 0 || !/^(?:solid|dotted|dashed|double)$/.test(kind)) continue;
      const ratio = Math.max(ratioOf(inside, color), ratioOf(outside, color));
      if (ignoresEdges && element.localName !== 'hr' && ratioOf(inside, color) < 1.05) continue;
      ornaments = lower(
        ornaments,
        ratio,
        `border of ${element.localName}.${element.className} ${color}`,
      );
    }
  }
  return { text, ornaments };
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
