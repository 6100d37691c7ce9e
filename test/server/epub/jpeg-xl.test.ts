import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { compileFixture } from './fixtures/compile-fixture.ts';

/** 16 × 8 pixels of red and green squares. */
const squares =
  '/wrBwU4ASIAoAJgCVQ8AAKhQGWXc4OVcz5cfOiymbVxnaKttCwAAAOAB/CtJFJluLk7nFsEDDc2UFBTIlmIwFIMUg5VikLChMQanYrB0jMFSJxxUAwAkSZIkSZIkuCZJkiRJkiRJkiRJkiRJkiRJkkz8B1mBC36HmuufAgDz9/iA/xVS4O5auosx3l2M8S5AOgBgpLJADkWL5fJZrAenDjiPRftMibeS83c8h5PGr4BZAQ==';

describe('a JPEG XL image', () => {
  it('is converted to a format that every browser supports', async () => {
    const { resources, sections, warnings } = await compileFixture({
      chapters: ['<img src="squares.jxl" alt=""/>'],
      extra: { 'OEBPS/squares.jxl': Buffer.from(squares, 'base64') },
      manifest: '<item id="x" href="squares.jxl" media-type="image/jxl"/>',
    });
    const [image] = resources;
    assert.ok(image);
    assert.deepEqual(
      [image.path, image.mediaType, image.width, image.height],
      ['OEBPS/squares.jxl', 'image/webp', 16, 8],
    );
    const { data } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
    const [red = 0, green = 0] = data;
    assert.ok(green > red + 60, `The first square is ${red}, ${green}.`);
    assert.match(JSON.stringify(sections[0]?.tree), /"width":"16","height":"8"/);
    assert.deepEqual(warnings, []);
  });

  it('causes no warning if it is unused', async () => {
    const { warnings } = await compileFixture({
      extra: { 'OEBPS/squares.jxl': Buffer.from(squares, 'base64') },
      manifest: '<item id="x" href="squares.jxl" media-type="image/jxl"/>',
    });
    assert.deepEqual(warnings, []);
  });

  it('is omitted with a warning if it is damaged', async () => {
    const { resources, warnings } = await compileFixture({
      chapters: ['<img src="squares.jxl" alt="Squares"/>'],
      extra: { 'OEBPS/squares.jxl': Buffer.from(squares, 'base64').subarray(0, 60) },
      manifest: '<item id="x" href="squares.jxl" media-type="image/jxl"/>',
    });
    assert.deepEqual(resources, []);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['image_unreadable'],
    );
  });
});
