import { expect } from '@open-wc/testing';
import { resolveResources } from '../../../src/rendition/section/book-style-sheets.ts';

const resolved = (css: string) =>
  resolveResources(css, (path) => `https://api.example/${path}?sig=1`);

describe('a book’s style sheet', () => {
  it('gets URLs for its resources', () => {
    expect(resolved('a{background:url("resource:OPS/a.png")}')).to.equal(
      'a{background:url("https://api.example/OPS/a.png?sig=1")}',
    );
    expect(resolved("url( 'resource:a.png' ) url(resource:b.png)")).to.equal(
      'url("https://api.example/a.png?sig=1") url("https://api.example/b.png?sig=1")',
    );
  });

  it('loses all external URLs, in any notation', () => {
    for (const css of [
      'url("https://elsewhere.example/x")',
      "URL('//elsewhere.example/x')",
      'url(data:image/png;base64,AA)',
      'url("\\68ttps://elsewhere.example")',
      'image-set("https://elsewhere.example/x" 1x)',
      '-webkit-image-set("https://elsewhere.example/x" 1x)',
    ]) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`p { background-image: ${resolved(css)} }`);
      const [rule] = sheet.cssRules;
      expect(rule?.cssText ?? '', css).not.to.match(/elsewhere|data:|https/);
    }
  });

  it('makes no request via escaped names or unterminated URLs', () => {
    for (const css of [
      'p { background: u\\72l("https://elsewhere.example/x") }',
      'p { background: \\75 \\72 \\6c(https://elsewhere.example/x) }',
      'p { background: \\image-set("https://elsewhere.example/x" 1x) }',
      'p { --a: a\\"b; background: u\\rl("https://elsewhere.example/x") } q::before { content: "\\"" }',
      "/* don't */ p { background: u\\72l(https://elsewhere.example/x) } /* don't */",
      'p { background: url(https://elsewhere.example/x',
      'p { background: url("https://elsewhere.example/x"',
    ]) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(resolved(css));
      const text = [...sheet.cssRules].map(({ cssText }) => cssText).join('');
      expect(text, css).not.to.match(/url\("?https|image-set/);
    }
    const harmless = 'p::before { content: "\\201C (a)"; } .a\\:b:not(.c) { color: red }';
    expect(resolved(harmless)).to.equal(harmless);
  });

  it('cannot escape from a URL token', () => {
    const css = resolveResources(
      'p{background:url("resource:a\\" ) } * { color: red")}',
      (path) => path,
    );
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    expect(sheet.cssRules.length).to.equal(1);
  });
});
