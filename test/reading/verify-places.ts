import { fontScales, type Settings } from '../../src/state/settings.ts';
import { seededRandom } from '../bench/reader/seeded-random.ts';
import type { OpenBook, Viewport } from './reading-environment.ts';
import type { LayoutChange } from './reading-reports.ts';

/** A reading position that was lost. */
export interface LostPlace {
  seed: number;
  /** The change that lost it. */
  change: string;
  /** Text at the position, and the text that was shown instead. */
  passage: string;
  shown: string;
}

const sizes: readonly Viewport[] = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 600, height: 800 },
  { width: 768, height: 1024 },
  { width: 1024, height: 700 },
  { width: 1366, height: 768 },
];

const settings: readonly Partial<Settings>[] = [
  ...fontScales.map((fontScale) => ({ fontScale })),
  ...(['light', 'dark', 'sepia', 'contrast'] as const).map((theme) => ({ theme })),
  ...(['serif', 'sans', 'system', 'dyslexic', 'book'] as const).map((font) => ({ font })),
  ...(['one', 'two', 'auto'] as const).map((columns) => ({ columns })),
  ...(['narrow', 'wide', 'normal'] as const).map((margins) => ({ margins })),
  ...([1.2, 2, null] as const).map((lineHeight) => ({ lineHeight })),
  ...([1, null] as const).map((paragraphSpacing) => ({ paragraphSpacing })),
  ...(['scroll', 'pages', 'scroll', 'pages', 'scroll'] as const).map((mode) => ({ mode })),
  ...([0.1, 0] as const).map((letterSpacing) => ({ letterSpacing })),
  ...(['start', 'justify'] as const).map((align) => ({ align })),
];

const initial: Partial<Settings> = {
  fontScale: 1,
  theme: null,
  font: 'book',
  columns: 'auto',
  margins: 'normal',
  lineHeight: null,
  paragraphSpacing: null,
  mode: 'pages',
  letterSpacing: 0,
  align: 'book',
};

/**
 * Goes to random positions, and changes the size, rotation, settings and language there. The
 * character that started the page must stay visible, and the same page must return with the
 * original size and settings.
 */
export async function verifyPlaces(
  book: OpenBook,
  { seed, count, shape }: { seed: number; count: number; shape: Viewport },
): Promise<LostPlace[]> {
  const found: LostPlace[] = [];
  for (let at = seed; at < seed + count; at++) {
    const random = seededRandom(at);
    random();
    const pick = <T>(list: readonly T[]): T => {
      const item = list[Math.floor(random() * list.length)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    };
    const offset = Math.floor(random() ** 2 * 60_000);
    await book.goTo(pick(book.sections), offset);
    const turned = await book.turn(random() < 0.5 ? 1 : -1, Math.floor(random() * 3));
    const passage = await book.remember();
    if (passage === '') continue;
    const page = (await book.look()).text;
    let size = shape;
    const steps = 2 + Math.floor(random() * 3);
    for (let step = 0; step < steps; step++) {
      const change = randomChange();
      await book.change(change);
      const { isVisible, text } = await book.recall();
      if (isVisible) continue;
      found.push({ seed: at, change: JSON.stringify(change), passage, shown: text.slice(0, 40) });
      break;
    }
    await book.change({ settings: initial, language: 'en', ...shape });
    const { text } = await book.look();
    if (text !== page) {
      found.push({
        seed: at,
        change: 'the original layout',
        passage: page.slice(0, 40),
        shown: text.slice(0, 40),
      });
    }

    function randomChange(): LayoutChange {
      const kind = random();
      if (kind < 0.25) {
        size = { width: size.height, height: size.width };
        return size;
      }
      if (kind < 0.45) {
        size = pick(sizes);
        return size;
      }
      if (kind < 0.5) return { language: pick(['de', 'ar', 'ja', 'en']) };
      const { mode, ...changed } = { ...pick(settings), ...(random() < 0.3 && pick(settings)) };
      // After a jump, scroll mode starts with the target.
      return { settings: mode && turned > 0 ? { mode, ...changed } : changed };
    }
  }
  return found;
}
