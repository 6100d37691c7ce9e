import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxResourceBytes } from '../../../server/epub/resources/resource-store.ts';
import { imageBytes, imageBookResources } from './fixtures/image-book.ts';

describe('the resources of a book', () => {
  it('may reach the total size limit, and are rejected above it', async () => {
    const allowed = await imageBookResources(3 * imageBytes.length);
    assert.equal((await allowed.list()).length, 3);

    const rejected = await imageBookResources(3 * imageBytes.length - 1);
    await assert.rejects(rejected.list(), {
      code: 'epub_unsafe',
      message: 'The images, fonts and media of this book unpack to more than 1 MB.',
    });
  });

  it('may exceed the size of their file by 256 MB', () => {
    assert.equal(maxResourceBytes(100_000_000), 356_000_000);
  });
});
