import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, compileBody, compileChapter, compileFixture } from './fixtures/compile-fixture.ts';

describe('elements in a section', () => {
  it('are descendants of elements for the root and the body', async () => {
    const section = await compileChapter({
      body: '<p>Hello</p>',
      htmlAttributes: 'xml:lang="de" class="dark" id="top"',
      bodyAttributes: 'class="chapter svc-own" epub:type="bodymatter" onload="alert(1)"',
    });

    assert.deepEqual(section.tree, [
      'div',
      { lang: 'de', id: 'top', class: 'svc-html dark', dir: 'ltr' },
      ['div', { 'epub:type': 'bodymatter', class: 'svc-body chapter' }, ['p', {}, 'Hello']],
    ]);
    assert.equal(section.language, 'de');
  });

  it('never execute or load anything', async () => {
    const { sections, warnings } = await compileFixture({
      chapters: [
        `<script>alert(1)</script><p onclick="alert(1)" style="behavior:url(x)">Text</p>
        <iframe src="chapter-1.xhtml"></iframe><form action="https://evil.example"><input value="x"/><button>Send</button></form>
        <a href="javascript:alert(1)">a</a><a href=" java&#10;script:alert(1)">b</a><a href="vbscript:x">c</a>
        <a href="data:text/html,x">d</a><a href="file:///etc/passwd">e</a>
        <img src="https://evil.example/track.png" alt="tracked"/><embed src="x.swf"/>
        <object data="x.swf"><p>Instead</p></object><video src="https://evil.example/x.mp4" autoplay="autoplay"></video>
        <meta http-equiv="refresh" content="0;url=https://evil.example"/><base href="https://evil.example"/>
        <svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script>
        <a xlink:href="javascript:alert(1)" xmlns:xlink="http://www.w3.org/1999/xlink"><set attributeName="href" to="javascript:alert(1)"/></a>
        <use href="other.svg#x"/><image href="https://evil.example/a.png"/><foreignObject><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script></foreignObject></svg>
        <math xmlns="http://www.w3.org/1998/Math/MathML"><maction actiontype="statusline" href="javascript:alert(1)"><mi>x</mi></maction></math>`,
      ],
    });

    assert.deepEqual(sections.map(bodyOf), [
      [
        ['p', {}, 'Text'],
        ['div', { class: 'svc-as-form' }, ['span', { class: 'svc-as-button' }, 'Send']],
        ['a', {}, 'a'],
        ['a', {}, 'b'],
        ['a', {}, 'c'],
        ' ',
        ['a', {}, 'd'],
        ['a', {}, 'e'],
        ' tracked',
        ['p', {}, 'Instead'],
        ['video', { controls: '', preload: 'none' }],
        ' ',
        ['svg', {}, ['a', {}], ['use', {}], ['image', {}], ['foreignObject', {}]],
        ' ',
        ['math', {}, ['mi', {}, 'x']],
      ],
    ]);
    assert.deepEqual(
      warnings.map(({ code, message }) => [code, /“[^“]+”(?=,|;| is not)/.exec(message)?.[0]]),
      [
        ['resource_remote', '“https://evil.example/track.png”'],
        ['resource_remote', '“https://evil.example/a.png”'],
        ['file_missing', '“OEBPS/x.swf”'],
        ['resource_undeclared', '“https://evil.example/x.mp4”'],
        ...Array.from({ length: 4 }, () => ['property_missing', undefined]),
      ],
    );
  });

  it('keep only attributes that have no effect outside the reader', async () => {
    const [p] = await compileBody(
      '<p id="a" class="x svc-page y" title="t" slot="s" part="p" is="x-y" contenteditable="true" tabindex="1" accesskey="k" data-n="1" data-svc-x="1" aria-label="l" nonce="n">x</p>',
    );

    assert.deepEqual(p, [
      'p',
      { id: 'a', title: 't', 'data-n': '1', 'aria-label': 'l', class: 'x y' },
      'x',
    ]);
  });

  it('never become custom elements, whose code a page could run', async () => {
    assert.deepEqual(await compileBody('<x-host><p>One</p></x-host><blink>two</blink>'), [
      ['data', { class: 'svc-as-x-host' }, ['p', {}, 'One']],
      'two',
    ]);
  });

  it('include fallback content for browsers without scripts', async () => {
    assert.deepEqual(
      await compileBody('<noscript><p>Shown</p></noscript><canvas><i>drawn</i></canvas>'),
      [
        ['p', {}, 'Shown'],
        ['i', {}, 'drawn'],
      ],
    );
  });

  it('are chosen from a switch, which prefers formulas to its default', async () => {
    const ops = 'xmlns:epub="http://www.idpf.org/2007/ops"';
    const [formula] = await compileBody(
      `<p><epub:switch ${ops}><epub:case required-namespace="http://www.w3.org/1998/Math/MathML"><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math></epub:case><epub:default>no</epub:default></epub:switch></p>`,
    );
    const [other] = await compileBody(
      `<p><epub:switch ${ops}><epub:case required-namespace="http://www.xml-cml.org/schema">cml</epub:case><epub:default>yes</epub:default></epub:switch></p>`,
    );

    assert.deepEqual(formula, ['p', {}, ['span', {}, ['math', {}, ['mi', {}, 'x']]]]);
    assert.deepEqual(other, ['p', {}, ['span', {}, 'yes']]);
  });

  it('keep attributes only on elements that define them', async () => {
    const allAttributes =
      'title="t" width="1" start="2" colspan="3" open="open" href="#a" src="a.mp4"';

    assert.deepEqual(
      await compileBody(
        `<p ${allAttributes}>a</p><ol ${allAttributes}><li value="4" type="i">b</li></ol><video ${allAttributes}></video><details ${allAttributes}>c</details>
        <svg xmlns="http://www.w3.org/2000/svg" requiredExtensions="x:y"><rect href="#a" pointer-events="none"/><use href="#a"/><text><altGlyph href="#a">d</altGlyph></text></svg>`,
      ),
      [
        ['p', { title: 't' }, 'a'],
        ['ol', { title: 't', start: '2' }, ['li', { value: '4', type: 'i' }, 'b']],
        ['video', { title: 't', width: '1', controls: '', preload: 'none' }],
        ['details', { title: 't', open: 'open' }, 'c'],
        [
          'svg',
          { requiredExtensions: 'x:y' },
          ['rect', { 'pointer-events': 'none' }],
          ['use', { href: '#a' }],
          ['text', {}, ['tspan', {}, 'd']],
        ],
      ],
    );
  });

  it('separate the words that a drawing shows in different places', async () => {
    const drawing = (labels: string) =>
      compileBody(`<svg xmlns="http://www.w3.org/2000/svg">${labels}</svg>`);

    assert.deepEqual(await drawing('<text>back</text>\n<g><text>on</text></g>'), [
      ['svg', {}, ['text', {}, 'back'], ['g', {}, ' ', ['text', {}, 'on']]],
    ]);
    assert.deepEqual(await drawing('<text>back<tspan>ward</tspan></text>'), [
      ['svg', {}, ['text', {}, 'back', ['tspan', {}, 'ward']]],
    ]);
  });

  it('include ruby, formulas and SVG with case-sensitive names', async () => {
    assert.deepEqual(
      await compileBody(
        `<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>
        <m:math xmlns:m="http://www.w3.org/1998/Math/MathML" display="block"><m:mrow><m:mi mathvariant="bold">x</m:mi><m:mo stretchy="false">=</m:mo></m:mrow></m:math>
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" preserveAspectRatio="none"><defs><linearGradient id="g"><stop offset="1"/></linearGradient></defs><rect fill="url(#g)" width="9" height="9"/><text>a <tspan>b</tspan></text></svg>`,
      ),
      [
        ['p', {}, ['ruby', {}, '漢', ['rp', {}, '('], ['rt', {}, 'かん'], ['rp', {}, ')']]],
        [
          'math',
          { display: 'block' },
          ['mrow', {}, ['mi', { mathvariant: 'normal' }, '𝐱'], ['mo', { stretchy: 'false' }, '=']],
        ],
        ' ',
        [
          'svg',
          { viewBox: '0 0 9 9', preserveAspectRatio: 'none' },
          ['defs', {}, ['linearGradient', { id: 'g' }, ['stop', { offset: '1' }]]],
          ['rect', { fill: 'url(#g)', width: '9', height: '9' }],
          ['text', {}, 'a ', ['tspan', {}, 'b']],
        ],
      ],
    );
  });

  it('get ARIA roles for their semantics unless the author sets one', async () => {
    assert.deepEqual(
      await compileBody(
        `<p><a href="#n" epub:type="noteref">1</a><span epub:type="pagebreak" title="7"></span></p>
        <aside id="n" epub:type="footnote">Note</aside><ol><li epub:type="footnote">Item</li></ol><section epub:type="chapter" role="region">x</section>`,
      ),
      [
        [
          'p',
          {},
          ['a', { 'epub:type': 'noteref', role: 'doc-noteref', href: 'section:0#n' }, '1'],
          [
            'span',
            { title: '7', 'epub:type': 'pagebreak', role: 'doc-pagebreak', 'aria-label': '7' },
          ],
        ],
        ['aside', { id: 'n', 'epub:type': 'footnote', role: 'doc-footnote' }, 'Note'],
        ['ol', {}, ['li', { 'epub:type': 'footnote' }, 'Item']],
        ['section', { role: 'region', 'epub:type': 'chapter' }, 'x'],
      ],
    );
  });
});
