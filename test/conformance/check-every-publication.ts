import assert from 'node:assert/strict';
import type { TestCase } from './check.ts';

/** What holds for every publication, whatever its test is about. */
export async function checkEveryPublication(test: TestCase): Promise<void> {
  const { metadata, readingOrder } = test.publication();
  const { title, linear } = test.book;
  if (title) assert.equal(metadata.title, title, 'The title is not the first of the package.');
  const order = readingOrder.filter((item) => item.linear).map(({ href }) => href);
  if (linear.length > 0) assert.deepEqual(order, linear, 'The reading order is not the spine.');

  const screen = await test.open();
  for (const [index, item] of readingOrder.entries()) {
    if (!item.linear) continue;
    await screen.show(index);
    const pictures = await screen.pictures(index);
    const text = await screen.text(index);
    const isSeen = text !== '' || pictures.length > 0 || (await screen.isPainted(index));
    assert.ok(isSeen, `“${item.href}” is shown empty.`);
    const broken = pictures.filter(({ isBroken }) => isBroken);
    assert.equal(broken.length, 0, `“${item.href}” has a picture that is not shown.`);
  }
}
