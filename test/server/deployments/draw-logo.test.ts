import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { drawLogo } from '../../../server/deployments/draw-logo.ts';
import { Failure } from '../../../server/failure.ts';
import { dataUrl, png, svg } from './pictures.ts';

async function refusalOf(url: string): Promise<string> {
  try {
    await drawLogo(url);
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    assert.equal(error.status, 400);
    assert.equal(error.errors[0]?.pointer, '/logo/data');
    return error.message;
  }
  throw new Error(`${url.slice(0, 200)} was drawn.`);
}

describe('a logo', () => {
  it('is drawn anew, in the size that it has', async () => {
    const { file, width, height } = await drawLogo(await png(300, 100));
    assert.deepEqual([width, height], [300, 100]);
    assert.equal(file.mediaType, 'image/webp');
    assert.match(file.name, /^[0-9a-f]{32}\.webp$/);
    const metadata = await sharp(file.bytes).metadata();
    assert.deepEqual([metadata.format, metadata.width, metadata.height], ['webp', 300, 100]);
  });

  it('keeps nothing of its metadata', async () => {
    const picture = sharp({
      create: { width: 20, height: 20, channels: 3, background: '#aa0000' },
    });
    const bytes = await picture
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    assert.ok(bytes.includes('secret place'));
    const { file } = await drawLogo(dataUrl('image/jpeg', bytes));
    assert.ok(!Buffer.from(file.bytes).includes('secret place'));
  });

  it('of SVG becomes pixels, twice as many as it says', async () => {
    const { file, width, height } = await drawLogo(svg());
    assert.deepEqual([width, height], [120, 40]);
    const metadata = await sharp(file.bytes).metadata();
    assert.deepEqual([metadata.format, metadata.width, metadata.height], ['webp', 240, 80]);
  });

  it('may have gradients, and parts that it uses again', async () => {
    const more =
      '<defs><linearGradient id="a"><stop stop-color="red"/></linearGradient></defs>' +
      '<style>.x { fill: url(#a) }</style><g id="b"><circle r="5" class="x"/></g>' +
      '<use href="#b" x="9"/><rect width="5" height="5" fill="url(#a)" style="fill: url( #a )"/>';
    assert.equal((await drawLogo(svg(more))).width, 120);
  });

  it('of any size is made as large as screens show it', async () => {
    const { width, height } = await drawLogo(await png(3200, 400));
    assert.deepEqual([width, height], [1600, 200]);
  });

  it('that says what it is not is refused', async () => {
    const bytes = Buffer.from((await png(9, 9)).split(',')[1] ?? '', 'base64');
    assert.match(await refusalOf(dataUrl('image/jpeg', bytes)), /its bytes are not/);
    assert.match(await refusalOf(dataUrl('image/svg+xml', bytes)), /its bytes are not/);
    assert.match(await refusalOf(dataUrl('image/png', 'GIF89a')), /its bytes are not/);
    assert.match(await refusalOf(dataUrl('image/png', bytes.subarray(0, 40))), /cannot be drawn/);
    assert.match(await refusalOf('data:image/png;base64,***'), /not Base64/);
    assert.match(await refusalOf('data:image/png;base64,'), /not Base64/);
  });

  it('that would take all the memory is refused', async () => {
    const huge = sharp({
      create: { width: 8000, height: 8000, channels: 3, background: '#aa0000' },
    });
    const bytes = await huge.png({ compressionLevel: 9, palette: true }).toBuffer();
    assert.ok(bytes.length < 200_000);
    assert.match(await refusalOf(dataUrl('image/png', bytes)), /cannot be drawn/);
    const vast = '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>';
    assert.match(await refusalOf(dataUrl('image/svg+xml', vast)), /cannot be drawn/);
  });

  it('of SVG that runs something, or leads out of itself, is refused, and nothing is fetched', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    after(() => server.close());
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const logos = [
      svg('<script>alert(1)</script>'),
      svg('<SCRIPT>alert(1)</SCRIPT>'),
      svg(`<s:script xmlns:s="http://www.w3.org/2000/svg" href="${origin}/a"/>`),
      svg('', 'onload="alert(1)"'),
      svg('<rect OnClick="alert(1)"/>'),
      svg('<a href="javascript:alert(1)"><rect/></a>'),
      svg(`<a href="${origin}/b"><rect/></a>`),
      svg(`<image href="${origin}/c" width="9" height="9"/>`),
      svg(`<image xlink:href="${origin}/d" width="9" height="9"/>`),
      svg(`<image href="//127.0.0.1/e" width="9" height="9"/>`),
      svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
      svg('<image href="other.png" width="9" height="9"/>'),
      svg('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'),
      svg(`<use href="${origin}/f#a"/>`),
      svg(`<style>@import "${origin}/g.css";</style>`),
      svg(`<style><![CDATA[rect { fill: url(${origin}/h) }]]></style>`),
      svg(`<style>rect { fill: u\\72l(${origin}/i) }</style>`),
      svg(`<style>@font-face { font-family: x; src: url("${origin}/j") }</style>`),
      svg(`<rect style="filter: url(${origin}/k#a)"/>`),
      svg(`<rect fill="url('${origin}/l#a')"/>`),
      svg(`<filter id="a"><feImage href="${origin}/m"/></filter><rect filter="url(#a)"/>`),
      svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
      svg('<animate attributeName="href" to="javascript:alert(1)"/>'),
      svg('<set attributeName="onclick" to="alert(1)"/>'),
      svg('', `xml:base="${origin}/"`),
      dataUrl(
        'image/svg+xml',
        `<?xml-stylesheet href="${origin}/n.css"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
      ),
      dataUrl(
        'image/svg+xml',
        `<!DOCTYPE svg SYSTEM "${origin}/o.dtd"><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
      ),
      dataUrl(
        'image/svg+xml',
        `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a;</text></svg>`,
      ),
      dataUrl('image/svg+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'),
      dataUrl('image/svg+xml', '<svg width="9" height="9"/>'),
      dataUrl('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg">'),
      dataUrl('image/svg+xml', 'no XML at all'),
      svg('<g>'.repeat(60) + '</g>'.repeat(60)),
      svg('<rect/>'.repeat(6000)),
    ];
    for (const logo of logos) await refusalOf(logo);
    assert.deepEqual(asked, []);
  });
});
