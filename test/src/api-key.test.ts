import { expect } from '@open-wc/testing';
import { mount, numbered, until } from './fixtures/reader.ts';

describe('api-key', () => {
  it('opens the book as key does', async () => {
    const reader = await mount({ key: '', book: numbered });
    expect(reader.locator).to.equal(null);
    reader.setAttribute('api-key', 'ok');
    await until(() => reader.locator, 'the book');
    expect(reader.key).to.equal('ok');
  });
});
