import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFont } from '../../../server/deployments/read-font.ts';
import { Failure } from '../../../server/failure.ts';
import { dataUrl, woff2 } from './pictures.ts';

describe('a font', () => {
  it('is a WOFF2, kept as it is under its digest', () => {
    const { name, mediaType, bytes } = readFont(woff2(), 0);
    assert.match(name, /^[0-9a-f]{32}\.woff2$/);
    assert.equal(mediaType, 'font/woff2');
    assert.equal(bytes.length, 200);
  });

  it('is nothing else, whatever it says that it is', () => {
    const others = [
      dataUrl('font/woff2', Buffer.concat([Buffer.from('wOFF'), Buffer.alloc(100)])),
      dataUrl('font/woff2', Buffer.concat([Buffer.from([0, 1, 0, 0]), Buffer.alloc(100)])),
      dataUrl('font/woff2', 'OTTO and more'),
      dataUrl('font/woff2', '<script>alert(1)</script>'),
      dataUrl('font/woff2', 'wOF2'),
      woff2((bytes) => bytes.writeUInt32BE(300, 8)),
      woff2((bytes) => bytes.writeUInt16BE(0, 12)),
      woff2((bytes) => bytes.writeUInt32BE(9999, 20)),
      woff2(() => undefined, 300 * 1024 + 1),
      'data:font/woff2;base64,%%%',
      'data:font/woff2;base64,',
    ];
    for (const one of others) {
      assert.throws(
        () => readFont(one, 2),
        (error) => error instanceof Failure && error.errors[0]?.pointer === '/fonts/2/data',
        one.slice(0, 100),
      );
    }
  });
});
