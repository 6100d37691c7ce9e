/**
 * Attributes of looks, as declarations: they weigh nothing, and the theme must reach their colours.
 * The value goes through the same compiler as any style.
 */
export function presentation(tag: string, name: string, value: string): string | null {
  const text = value.replaceAll(/[;{}!]/g, '').trim();
  if (text === '') return null;
  switch (name) {
    case 'bgcolor':
      return `background-color:${text}`;
    case 'color':
    case 'text':
    case 'mathcolor':
      return name === 'text' && tag !== 'body' ? null : `color:${text}`;
    case 'mathbackground':
      return `background-color:${text}`;
    case 'face':
      return `font-family:${text}`;
    case 'size':
      return tag === 'font' ? fontSize(text) : null;
    case 'fill':
    case 'stroke':
    case 'stop-color':
    case 'flood-color':
    case 'lighting-color':
    case 'font-family':
      return `${name}:${text}`;
    default:
      return null;
  }
}

const fontSizes = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];

function fontSize(text: string): string | null {
  const size = Number.parseInt(text, 10);
  if (Number.isNaN(size)) return null;
  const step = /^[+-]/.test(text) ? 3 + size : size;
  return `font-size:${fontSizes[Math.min(7, Math.max(1, step)) - 1]}`;
}
