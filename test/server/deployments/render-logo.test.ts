import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { renderLogo } from '../../../server/deployments/render-logo.ts';
import { Failure } from '../../../server/failure.ts';
import { toDataUrl, pngDataUrl, svgDataUrl } from './file-data-urls.ts';

async function rejectionOf(url: string): Promise<string> {
  try {
    await renderLogo(url);
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    assert.equal(error.status, 400);
    assert.equal(error.errors[0]?.pointer, '/logo/data');
    return error.message;
  }
  throw new Error(`${url.slice(0, 200)} was rendered.`);
}

describe('logo', () => {
  it('is re-rendered in its own size', async () => {
    const { file, width, height } = await renderLogo(await pngDataUrl(300, 100));
    assert.deepEqual([width, height], [300, 100]);
    assert.equal(file.mediaType, 'image/webp');
    assert.match(file.name, /^[0-9a-f]{32}\.webp$/);
    const metadata = await sharp(file.bytes).metadata();
    assert.deepEqual([metadata.format, metadata.width, metadata.height], ['webp', 300, 100]);
  });

  it('loses its metadata', async () => {
    const image = sharp({
      create: { width: 20, height: 20, channels: 3, background: '#aa0000' },
    });
    const bytes = await image
      .withExif({ IFD0: { Copyright: 'secret location' } })
      .jpeg()
      .toBuffer();
    assert.ok(bytes.includes('secret location'));
    const { file } = await renderLogo(toDataUrl('image/jpeg', bytes));
    assert.ok(!Buffer.from(file.bytes).includes('secret location'));
  });

  it('is rasterized from SVG at twice its size', async () => {
    const { file, width, height } = await renderLogo(svgDataUrl());
    assert.deepEqual([width, height], [120, 40]);
    const metadata = await sharp(file.bytes).metadata();
    assert.deepEqual([metadata.format, metadata.width, metadata.height], ['webp', 240, 80]);
  });

  it('may contain gradients and reused parts', async () => {
    const more =
      '<defs><linearGradient id="a"><stop stop-color="red"/></linearGradient></defs>' +
      '<style>.x { fill: url(#a) }</style><g id="b"><circle r="5" class="x"/></g>' +
      '<use href="#b" x="9"/><rect width="5" height="5" fill="url(#a)" style="fill: url( #a )"/>';
    assert.equal((await renderLogo(svgDataUrl(more))).width, 120);
  });

  it('is scaled down to the maximum size', async () => {
    const { width, height } = await renderLogo(await pngDataUrl(3200, 400));
    assert.deepEqual([width, height], [1600, 200]);
  });

  it('is rejected if it is not of the declared type', async () => {
    const bytes = Buffer.from((await pngDataUrl(9, 9)).split(',')[1] ?? '', 'base64');
    assert.match(await rejectionOf(toDataUrl('image/jpeg', bytes)), /not of the declared type/);
    assert.match(await rejectionOf(toDataUrl('image/svg+xml', bytes)), /not of the declared type/);
    assert.match(await rejectionOf(toDataUrl('image/png', 'GIF89a')), /not of the declared type/);
    assert.match(
      await rejectionOf(toDataUrl('image/png', bytes.subarray(0, 40))),
      /cannot be rendered/,
    );
    assert.match(await rejectionOf('data:image/png;base64,***'), /valid Base64/);
    assert.match(await rejectionOf('data:image/png;base64,'), /valid Base64/);
  });

  it('is rejected if rendering would exhaust the memory', async () => {
    const huge = sharp({
      create: { width: 8000, height: 8000, channels: 3, background: '#aa0000' },
    });
    const bytes = await huge.png({ compressionLevel: 9, palette: true }).toBuffer();
    assert.ok(bytes.length < 200_000);
    assert.match(await rejectionOf(toDataUrl('image/png', bytes)), /cannot be rendered/);
    const vast = '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>';
    assert.match(await rejectionOf(toDataUrl('image/svg+xml', vast)), /cannot be rendered/);
  });

  it('is rejected as SVG with scripts or external references, and nothing is fetched', async () => {
    const requestedPaths: string[] = [];
    const server = createServer((request, response) => {
      requestedPaths.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    after(() => server.close());
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const logos = [
      svgDataUrl('<script>alert(1)</script>'),
      svgDataUrl('<SCRIPT>alert(1)</SCRIPT>'),
      svgDataUrl(`<s:script xmlns:s="http://www.w3.org/2000/svg" href="${origin}/a"/>`),
      svgDataUrl('', 'onload="alert(1)"'),
      svgDataUrl('<rect OnClick="alert(1)"/>'),
      svgDataUrl('<a href="javascript:alert(1)"><rect/></a>'),
      svgDataUrl(`<a href="${origin}/b"><rect/></a>`),
      svgDataUrl(`<image href="${origin}/c" width="9" height="9"/>`),
      svgDataUrl(`<image xlink:href="${origin}/d" width="9" height="9"/>`),
      svgDataUrl(`<image href="//127.0.0.1/e" width="9" height="9"/>`),
      svgDataUrl('<image href="file:///etc/passwd" width="9" height="9"/>'),
      svgDataUrl('<image href="other.png" width="9" height="9"/>'),
      svgDataUrl('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'),
      svgDataUrl(`<use href="${origin}/f#a"/>`),
      svgDataUrl(`<style>@import "${origin}/g.css";</style>`),
      svgDataUrl(`<style><![CDATA[rect { fill: url(${origin}/h) }]]></style>`),
      svgDataUrl(`<style>rect { fill: u\\72l(${origin}/i) }</style>`),
      svgDataUrl(`<style>@font-face { font-family: x; src: url("${origin}/j") }</style>`),
      svgDataUrl(`<rect style="filter: url(${origin}/k#a)"/>`),
      svgDataUrl(`<rect fill="url('${origin}/l#a')"/>`),
      svgDataUrl(`<filter id="a"><feImage href="${origin}/m"/></filter><rect filter="url(#a)"/>`),
      svgDataUrl('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
      svgDataUrl('<animate attributeName="href" to="javascript:alert(1)"/>'),
      svgDataUrl('<set attributeName="onclick" to="alert(1)"/>'),
      svgDataUrl('', `xml:base="${origin}/"`),
      toDataUrl(
        'image/svg+xml',
        `<?xml-stylesheet href="${origin}/n.css"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
      ),
      toDataUrl(
        'image/svg+xml',
        `<!DOCTYPE svg SYSTEM "${origin}/o.dtd"><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
      ),
      toDataUrl(
        'image/svg+xml',
        `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a;</text></svg>`,
      ),
      toDataUrl('image/svg+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'),
      toDataUrl('image/svg+xml', '<svg width="9" height="9"/>'),
      toDataUrl('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg">'),
      toDataUrl('image/svg+xml', 'no XML at all'),
      svgDataUrl('<g>'.repeat(60) + '</g>'.repeat(60)),
      svgDataUrl('<rect/>'.repeat(6000)),
    ];
    for (const logo of logos) await rejectionOf(logo);
    assert.deepEqual(requestedPaths, []);
  });
});
