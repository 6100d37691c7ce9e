import assert from 'node:assert/strict';
import type { TestCase } from './check.ts';

/** Checks that apply to every publication, regardless of its test's subject. */
export async function checkEveryPublication(test: TestCase): Promise<void> {
  const { metadata, readingOrder } = test.publication();
  const { title, linear } = test.book;
  if (title)
    assert.equal(metadata.title, title, 'The title is not the first title of the package.');
  const order = readingOrder.filter((item) => item.linear).map(({ href }) => href);
  if (linear.length > 0)
    assert.deepEqual(order, linear, 'The reading order does not match the spine.');

  const screen = await test.open();
  for (const [index, item] of readingOrder.entries()) {
    if (!item.linear) continue;
    await screen.show(index);
    const pictures = await screen.pictures(index);
    const text = await screen.text(index);
    const isSeen = text !== '' || pictures.length > 0 || (await screen.isPainted(index));
    assert.ok(isSeen, `“${item.href}” is rendered empty.`);
    const broken = pictures.filter(({ isBroken }) => isBroken);
    assert.equal(broken.length, 0, `“${item.href}” has an image that is not shown.`);
  }
}
