import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toFontFile } from '../../../server/deployments/stored-file.ts';
import { Failure } from '../../../server/failure.ts';
import { toDataUrl, woff2DataUrl } from './file-data-urls.ts';

describe('font', () => {
  it('is a WOFF2 file, stored unchanged under its digest', () => {
    const { name, mediaType, bytes } = toFontFile(woff2DataUrl(), 0);
    assert.match(name, /^[0-9a-f]{32}\.woff2$/);
    assert.equal(mediaType, 'font/woff2');
    assert.equal(bytes.length, 200);
  });

  it('is rejected if it is not WOFF2, regardless of its declared type', () => {
    const others = [
      toDataUrl('font/woff2', Buffer.concat([Buffer.from('wOFF'), Buffer.alloc(100)])),
      toDataUrl('font/woff2', Buffer.concat([Buffer.from([0, 1, 0, 0]), Buffer.alloc(100)])),
      toDataUrl('font/woff2', 'OTTO and more'),
      toDataUrl('font/woff2', '<script>alert(1)</script>'),
      toDataUrl('font/woff2', 'wOF2'),
      woff2DataUrl((bytes) => bytes.writeUInt32BE(300, 8)),
      woff2DataUrl((bytes) => bytes.writeUInt16BE(0, 12)),
      woff2DataUrl((bytes) => bytes.writeUInt32BE(9999, 20)),
      woff2DataUrl(() => undefined, 300 * 1024 + 1),
      'data:font/woff2;base64,%%%',
      'data:font/woff2;base64,',
    ];
    for (const one of others) {
      assert.throws(
        () => toFontFile(one, 2),
        (error) => error instanceof Failure && error.errors[0]?.pointer === '/fonts/2/data',
        one.slice(0, 100),
      );
    }
  });
});
