import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxResourceBytes } from '../../../server/epub/resources/resource-store.ts';
import { imageBytes, imageBookResources } from './fixtures/image-book.ts';

describe('the files of a book', () => {
  it('may take as much as is allowed for all of them, and are refused past it', async () => {
    const allowed = await imageBookResources(3 * imageBytes.length);
    assert.equal((await allowed.list()).length, 3);

    const refused = await imageBookResources(3 * imageBytes.length - 1);
    await assert.rejects(refused.list(), {
      code: 'epub_unsafe',
      message: 'The pictures, fonts and recordings of this book unpack to more than 1 MB.',
    });
  });

  it('may take 256 MB more than the file that they come in', () => {
    assert.equal(maxResourceBytes(100_000_000), 356_000_000);
  });
});
