import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileFixture } from './fixtures/compile-fixture.ts';

describe('text directions in a package', () => {
  it('apply to names, except for “auto”', async () => {
    const { metadata } = await compileFixture({
      packageAttributes: 'dir="rtl"',
      metadata: {
        more: '<dc:creator dir="ltr">A</dc:creator><dc:creator dir="auto">B</dc:creator><dc:creator>C</dc:creator>',
      },
    });

    const directions = metadata.contributors.map(({ name, direction }) => [name, direction]);
    assert.deepEqual(directions.slice(-3), [
      ['A', 'ltr'],
      ['B', undefined],
      ['C', 'rtl'],
    ]);
  });
});
