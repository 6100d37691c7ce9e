import { expect } from '@open-wc/testing';
import type { FontFaceDescription } from '../../../server/epub/contract.ts';
import { BookFonts } from '../../../src/rendition/section/book-fonts.ts';
import { tinyFont } from '../fixtures/tiny-font.ts';

const font = (family: string, more: Partial<FontFaceDescription> = {}): FontFaceDescription => ({
  family,
  src: 'resource:OPS/fonts/tiny.ttf',
  weight: '400',
  style: 'normal',
  stretch: 'normal',
  unicodeRange: '',
  ...more,
});
const faces = () => [...document.fonts].map(({ family }) => family.replaceAll(/["']/g, ''));

describe('a book’s fonts', () => {
  it('are registered on the document while the book is open', async () => {
    const book = new BookFonts([font('svc-tiny')], async () => tinyFont());
    expect(await book.load(['p{font-family:"svc-tiny",serif}'])).to.equal(true);
    expect(faces()).to.deep.equal(['svc-tiny']);

    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    const word = document.createElement('span');
    word.style.font = '20px svc-tiny';
    word.textContent = 'A';
    root.append(word);
    document.body.append(host);
    expect(word.getBoundingClientRect().width).to.equal(200);
    host.remove();

    book.release();
    await Promise.resolve();
    expect(faces()).to.deep.equal([]);
  });

  it('are fetched once, when a style sheet names them', async () => {
    const requested: string[] = [];
    const bytes = async (path: string) => {
      requested.push(path);
      return tinyFont();
    };
    const book = new BookFonts([font('svc-used'), font('svc-unused')], bytes);
    expect(await book.load(['p{color:red}'])).to.equal(false);
    await book.load(['p{font-family:svc-used}']);
    expect(await book.load(['p{font-family:svc-used}'])).to.equal(false);
    expect(requested).to.deep.equal(['OPS/fonts/tiny.ttf']);
    book.release();
  });

  it('stay registered while another reader has the book open', async () => {
    const one = new BookFonts([font('svc-shared')], async () => tinyFont());
    const two = new BookFonts([font('svc-shared')], async () => tinyFont());
    await Promise.all([one.load(['svc-shared']), two.load(['svc-shared'])]);
    expect(faces()).to.deep.equal(['svc-shared']);
    one.release();
    await Promise.resolve();
    expect(faces()).to.deep.equal(['svc-shared']);
    two.release();
    await Promise.resolve();
    expect(faces()).to.deep.equal([]);
  });

  it('do not prevent reading when broken, missing or external', async () => {
    const broken = new BookFonts([font('svc-broken')], async () => new ArrayBuffer(12));
    expect(await broken.load(['svc-broken'])).to.equal(false);
    const missing = new BookFonts([font('svc-gone')], () => Promise.reject(new Error('404')));
    expect(await missing.load(['svc-gone'])).to.equal(false);
    const foreign = new BookFonts(
      [font('svc-far', { src: 'https://elsewhere.example/a.ttf' })],
      async () => tinyFont(),
    );
    expect(await foreign.load(['svc-far'])).to.equal(false);
    expect(faces()).to.deep.equal([]);
  });

  it('are not registered if the book closes while they load', async () => {
    let arrive: (bytes: ArrayBuffer) => void = () => {};
    const bytes = () => new Promise<ArrayBuffer>((resolve) => (arrive = resolve));
    const book = new BookFonts([font('svc-late')], bytes);
    const needed = book.load(['svc-late']);
    book.release();
    arrive(tinyFont());
    await needed;
    expect(faces()).to.deep.equal([]);
  });
});
