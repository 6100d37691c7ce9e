import { expect } from '@open-wc/testing';
import { layOutPage } from '../../../../src/rendition/page-layout.ts';
import { fitOversized } from '../../../../src/rendition/section/fit-oversized.ts';
import { boxClass, enlargeButtonOf } from '../../../../src/rendition/section/scroll-box.ts';
import { makeEnlargeable } from '../../../../src/features/media-viewer/make-enlargeable.ts';
import { unzoomed, zoomAt, pan } from '../../../../src/features/media-viewer/zoom-controller.ts';

/** A page of 200 × 400 px centered in a viewport. */
const viewport = {
  width: 400,
  height: 400,
  content: { left: 100, top: 0, width: 200, height: 400 },
};

describe('zooming', () => {
  it('keeps the point under the finger in place', () => {
    const { scale, x, y } = zoomAt(unzoomed, 4, { x: 150, y: 100 }, viewport);
    expect(x + scale * 150).to.equal(150);
    expect(y + scale * 100).to.equal(100);
  });

  it('leaves no gap at the edges of content larger than the viewport', () => {
    const { scale, x } = zoomAt(unzoomed, 4, { x: 100, y: 0 }, viewport);
    expect(x + scale * 100).to.equal(0);
    const far = pan({ scale, x, y: 0 }, { x: -9999, y: 0 }, viewport);
    expect(far.x + far.scale * 300).to.equal(400);
  });

  it('centers content narrower than the viewport', () => {
    const { scale, x } = zoomAt(unzoomed, 1.5, { x: 0, y: 0 }, viewport);
    expect(x + scale * 200).to.equal(200);
  });

  it('is limited to scales from 1 to 8', () => {
    expect(zoomAt(unzoomed, 100, { x: 0, y: 0 }, viewport).scale).to.equal(8);
    const twice = zoomAt(unzoomed, 2, { x: 0, y: 0 }, viewport);
    expect(zoomAt(twice, 0.1, { x: 0, y: 0 }, viewport)).to.deep.equal(unzoomed);
    expect(zoomAt(twice, 0.51, { x: 0, y: 0 }, viewport)).to.deep.equal(unzoomed);
    expect(pan(unzoomed, { x: 50, y: 50 }, viewport)).to.deep.equal(unzoomed);
  });
});

describe('a drawing with text', () => {
  const drawing = (attributes: string) =>
    `<svg width="200" height="100" ${attributes}><title>A scale</title><text y="20">dark</text><text y="40">light</text></svg>`;
  const cases = [
    [
      'is a button, whose name has its text, if screen readers already skip the text',
      'role="img"',
      'button',
      '0',
      'A scale dark light',
    ],
    [
      'has a name with its text if another element names it',
      'role="img" aria-labelledby="n"',
      'button',
      '0',
      'Zones dark light',
    ],
    [
      'keeps a name that has its text',
      'role="img" aria-label="From dark light to dark"',
      'button',
      '0',
      'From dark light to dark',
    ],
    ['keeps its text for screen readers', '', null, null, null],
  ] as const;
  for (const [name, attributes, role, tabindex, label] of cases) {
    it(name, () => {
      const host = document.createElement('div');
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = `<p id="n">Zones</p><div class="flow">${drawing(attributes)}</div>`;
      document.body.append(host);
      makeEnlargeable({ host }, { enlarge: 'Enlarge', image: 'Image' });
      const image = root.querySelector('svg.svc-picture');
      expect(image?.getAttribute('role')).to.equal(role);
      expect(image?.getAttribute('tabindex')).to.equal(tabindex);
      expect(image?.getAttribute('aria-label')).to.equal(label);
      host.remove();
    });
  }
});

describe('the button of a scroll box', () => {
  // A new layout after the first one could move lines to other pages.
  it('appears without a new layout', () => {
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = `<div class="flow"><pre style="inline-size: 900px">wide</pre></div>`;
    for (const token of ['surface', 'line', 'muted', 'color', 'accent']) {
      host.style.setProperty(`--svc-${token}`, 'teal');
    }
    document.body.append(host);
    const flow = root.querySelector<HTMLElement>('.flow');
    if (!flow) throw new Error('The section has no text.');
    const plan = layOutPage({
      width: 390,
      height: 844,
      rem: 18,
      measure: 34,
      columns: 'auto',
      writingMode: 'horizontal-tb',
      direction: 'ltr',
    });
    fitOversized(flow, flow, plan, 'Scrollable');
    const button = enlargeButtonOf(root.querySelector(`.${boxClass}`));
    if (!button) throw new Error('The box has no button.');
    expect(getComputedStyle(button).visibility).to.equal('hidden');
    const before = stylesOf(button);

    makeEnlargeable({ host }, { enlarge: 'Enlarge', image: 'Image' });

    const after = stylesOf(button);
    const changed = [...after.keys()].filter((name) => after.get(name) !== before.get(name));
    expect(changed).to.include.members(['button background-image', 'button visibility']);
    expect(changed.filter((name) => !paintOnly.test(name))).to.deep.equal([]);
    expect(button.childNodes.length).to.equal(0);

    // Sections beside the shown one are hidden in this way.
    host.style.visibility = 'hidden';
    expect(getComputedStyle(button).visibility).to.equal('hidden');
    host.remove();
  });

  const paintOnly =
    /^\w+ (--\w+|background-.+|border-.+-radius|visibility|cursor|box-shadow|(.+-)?color|fill|stroke)$/;

  /** The computed styles of a button and of the area that can be pressed, by name. */
  function stylesOf(button: Element): Map<string, string> {
    const styles = new Map<string, string>();
    for (const [part, pseudo] of [
      ['button', null],
      ['area', '::after'],
    ] as const) {
      const style = getComputedStyle(button, pseudo);
      for (const name of style) {
        if (name !== '-webkit-tap-highlight-color')
          styles.set(`${part} ${name}`, style.getPropertyValue(name));
      }
    }
    return styles;
  }
});
