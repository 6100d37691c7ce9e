import { expect } from '@open-wc/testing';
import { defineElements } from '../../../../src/ui/define-elements.ts';
import { elements, type SvcAnnotations } from '../../../../src/ui/panels/svc-annotations.ts';
import type { Annotation } from '../../../../src/annotations/annotation.ts';
import { messages as en } from '#messages/en';
import { waitUntil } from '../../fixtures/reader.ts';
import { createAnnotation } from '../../fixtures/annotation.ts';

defineElements(elements);

/** The panel in a box of its own, as it lies over a reader. */
async function show(
  list: readonly Annotation[],
  lost: readonly string[] = [],
): Promise<SvcAnnotations> {
  document.querySelector('#box')?.remove();
  const box = document.createElement('div');
  box.id = 'box';
  box.style.cssText = 'position: relative; block-size: 500px; inline-size: 360px';
  const panel = document.createElement('svc-annotations');
  Object.assign(panel, { messages: en, language: 'en', tabs: [] });
  panel.chapterOf = ({ section }) => `Chapter ${section}`;
  panel.annotations = {
    list,
    orphaned: new Set(lost),
    storage: 'kept',
    lastDeleted: null,
    imported: null,
  };
  box.append(panel);
  document.body.append(box);
  await panel.updateComplete;
  return panel;
}

const many = Array.from({ length: 5000 }, (_, at) =>
  createAnnotation({
    id: `urn:many:${at}`,
    section: Math.floor(at / 50),
    start: at,
    color: at % 2 === 0 ? 'green' : 'pink',
    quote: { exact: `Words ${at}`, prefix: '', suffix: '' },
  }),
);
const lines = (panel: SvcAnnotations) => [...panel.renderRoot.querySelectorAll('.words')];
const lineAt = (panel: SvcAnnotations, at: number) => lines(panel)[at]?.textContent;
const more = (panel: SvcAnnotations) => panel.renderRoot.querySelector<HTMLElement>('[data-more]');

describe('the list of thousands of marks', () => {
  after(() => document.querySelector('#box')?.remove());

  it('begins with some of them, and has the next ones by the time they are scrolled to', async () => {
    const panel = await show(many);
    expect(lines(panel).length).to.equal(100);
    const body = panel.renderRoot.querySelector('.body');
    if (!body) throw new Error('No body.');
    body.scrollTop = body.scrollHeight;
    await waitUntil(() => lines(panel).length > 100, 'more lines');
    expect(lineAt(panel, 150)).to.equal('Words 150');
    expect([...panel.renderRoot.querySelectorAll('h3')].at(0)?.textContent).to.equal('Chapter 0');
  });

  it('is gone on with by its last button, from the line after', async () => {
    const panel = await show(many);
    more(panel)?.click();
    await waitUntil(() => lines(panel).length >= 200, 'more lines');
    const focused = await waitUntil(() => panel.shadowRoot?.activeElement, 'the focus');
    expect(focused.querySelector('.words')?.textContent).to.equal('Words 100');
  });

  it('begins anew with another choice of them, and ends with those that are lost', async () => {
    const panel = await show(many.slice(0, 160), ['urn:many:3']);
    more(panel)?.click();
    await waitUntil(() => !more(panel), 'all lines');
    expect(lines(panel).length).to.equal(160);
    expect(lineAt(panel, 159)).to.equal('Words 3');
    panel.renderRoot.querySelector<HTMLElement>('[aria-label="Pink"]')?.click();
    await panel.updateComplete;
    expect(lines(panel).length).to.equal(80);
    expect(lineAt(panel, 0)).to.equal('Words 1');
    panel.renderRoot.querySelector<HTMLElement>('[aria-label="Pink"]')?.click();
    await panel.updateComplete;
    expect(lines(panel).length).to.equal(100);
  });
});
