import { fileName, saveFile } from './save-file.ts';
import { wrapText } from './wrap-text.ts';
import { indexed } from '../../state/indexed.ts';

/** A quote and the style in which to draw it. */
export interface PictureQuote {
  text: string;
  title: string;
  /** Names of the authors, or empty. */
  authors: string;
  /** BCP 47 tag of the text. */
  language: string;
  direction: 'ltr' | 'rtl';
}

/** Colors and fonts as CSS values. */
export interface PictureStyle {
  background: string;
  color: string;
  muted: string;
  accent: string;
  font: string;
  uiFont: string;
}

/** Size of the picture in px: square for short quotes, taller for long ones. */
const widthPx = 1080;
const maxHeightPx = 1920;
const paddingPx = 108;
/** Text sizes in px. The first one that fits is used. */
const fontSizes = [64, 56, 48, 42, 36, 32];
const lineHeight = 1.45;
/** Height of the source, and its distance from the quote, in px. */
const sourceHeightPx = 200;

/** Reads the theme of a reader from an element inside it. */
export function pictureStyleOf(frame: HTMLElement): PictureStyle {
  const style = getComputedStyle(frame);
  const probe = document.createElement('span');
  frame.append(probe);
  const colorOf = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    background: colorOf('--svc-background'),
    color: colorOf('--svc-color'),
    muted: colorOf('--svc-muted'),
    accent: colorOf('--svc-accent'),
  };
  probe.remove();
  const font = style.getPropertyValue('--svc-font-family') || 'serif';
  return { ...colors, font, uiFont: style.getPropertyValue('--svc-ui-font-family') || font };
}

/** Draws a quote with its source as a PNG picture. Rejects if the browser cannot draw it. */
export async function drawQuote(quote: PictureQuote, style: PictureStyle): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  const measure = widthPx - 2 * paddingPx;
  const fontOf = (sizePx: number) => `${sizePx}px ${style.font}`;
  // A font that fails to load is replaced by the next one.
  await document.fonts.load(fontOf(fontSizes[0] ?? 64), quote.text).catch(() => []);

  const maxTextPx = maxHeightPx - 2 * paddingPx - sourceHeightPx;
  const layOut = (sizePx: number) => {
    context.font = fontOf(sizePx);
    const maxLines = Math.floor(maxTextPx / (sizePx * lineHeight));
    const widthOf = (text: string) => context.measureText(text).width;
    return { sizePx, maxLines, lines: wrapText(quote.text, measure, widthOf, quote.language) };
  };
  let text = layOut(fontSizes[0] ?? 64);
  for (const sizePx of fontSizes.slice(1)) {
    // A short quote has a square picture, which limits the height of its text.
    const isShort = text.lines.length * text.sizePx * lineHeight <= widthPx * 0.62;
    if (isShort) break;
    text = layOut(sizePx);
  }
  const { sizePx, maxLines } = text;
  const lines =
    text.lines.length > maxLines
      ? [...text.lines.slice(0, maxLines - 1), `${text.lines[maxLines - 1]?.trimEnd()}…`]
      : text.lines;
  const textPx = lines.length * sizePx * lineHeight;
  canvas.width = widthPx;
  canvas.height = Math.round(Math.max(widthPx, textPx + sourceHeightPx + 2 * paddingPx));

  const start = quote.direction === 'rtl' ? widthPx - paddingPx : paddingPx;
  context.direction = quote.direction;
  context.textAlign = 'start';
  context.textBaseline = 'alphabetic';
  context.fillStyle = style.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.font = fontOf(sizePx);
  const top = (canvas.height - sourceHeightPx - textPx) / 2;
  for (const [index, line] of indexed(lines))
    context.fillText(line.trimEnd(), start, top + (index + 0.78) * sizePx * lineHeight);

  const sourceTop = canvas.height - paddingPx - 84;
  context.fillStyle = style.accent;
  context.fillRect(quote.direction === 'rtl' ? start - 72 : start, sourceTop - 44, 72, 4);
  context.fillStyle = style.color;
  context.font = `600 34px ${style.uiFont}`;
  context.fillText(clip(context, quote.title, measure), start, sourceTop + 34);
  context.fillStyle = style.muted;
  context.font = `400 30px ${style.uiFont}`;
  context.fillText(clip(context, quote.authors, measure), start, sourceTop + 84);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture.'))), 'image/png'),
  );
}

/** Shares a quote's picture. Downloads it if the device can't share files. */
export async function saveQuote(
  quote: PictureQuote,
  style: PictureStyle,
): Promise<'shared' | 'saved'> {
  const picture = await drawQuote(quote, style);
  const name = fileName(quote.title, 'png');
  const files = [new File([picture], name, { type: picture.type })];
  // With a mouse, users expect a file.
  const canShare = matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files });
  if (canShare) {
    try {
      await navigator.share({ files, title: quote.title });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  saveFile(name, picture);
  return 'saved';
}

function clip(context: CanvasRenderingContext2D, text: string, maxPx: number): string {
  if (context.measureText(text).width <= maxPx) return text;
  let clipped = [...text];
  while (clipped.length > 1 && context.measureText(`${clipped.join('')}…`).width > maxPx)
    clipped = clipped.slice(0, -1);
  return `${clipped.join('').trimEnd()}…`;
}
