import type { OpenBook, Viewport } from './reading-environment.ts';

const turnCount = 100;
const shapes: Viewport[] = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 390, height: 844 },
];

/** Errors in the reading position, or empty if there are none. */
export type PositionErrors = string[];

/**
 * Turns pages forward and back, and changes the size, the font size and the theme. The passage must
 * stay on the page.
 */
export async function verifyPosition(
  book: OpenBook,
  section: number,
  shape: Viewport,
): Promise<PositionErrors> {
  const faults: PositionErrors = [];
  await book.goTo(section, 0);
  const before = await book.look();
  const forward = await book.turn(1, turnCount);
  const back = await book.turn(-1, forward);
  const after = await book.look();
  if (after.text !== before.text || back !== forward) {
    faults.push(
      `${forward} pages forward and ${back} back led from “${before.text.slice(0, 40)}” to “${after.text.slice(0, 40)}”`,
    );
  }

  await book.turn(1, Math.min(3, forward));
  const passage = await book.look();
  if (passage.text === '') return faults;
  const expectPassage = async (change: string) => {
    const { text, section: now, start, end } = await book.look();
    if (now === passage.section && start <= passage.start && passage.start < end) return;
    faults.push(
      `after ${change}, “${passage.text.slice(0, 12)}” was not on the page that starts with “${text.slice(0, 40)}”`,
    );
  };
  for (const size of shapes) {
    await book.change(size);
    await expectPassage(`${size.width} × ${size.height}`);
  }
  await book.change({ settings: { fontScale: 1.6 } });
  await expectPassage('a larger font size');
  await book.change({ settings: { theme: 'dark' } });
  await expectPassage('another theme');
  await book.change({ settings: { fontScale: 1 } });
  await book.change(shape);
  const { text } = await book.look();
  if (text !== passage.text) {
    faults.push(
      `at the original size, the page starts with “${text.slice(0, 40)}”, not “${passage.text.slice(0, 40)}”`,
    );
  }
  return faults;
}
