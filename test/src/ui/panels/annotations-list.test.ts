import { expect } from '@open-wc/testing';
import { defineElements } from '../../../../src/ui/define-elements.ts';
import { elements, type SvcAnnotations } from '../../../../src/ui/panels/svc-annotations.ts';
import type { Annotation } from '../../../../src/annotations/annotation.ts';
import { messages as en } from '#messages/en';
import { waitUntil } from '../../fixtures/reader.ts';
import { createAnnotation } from '../../fixtures/annotation.ts';

defineElements(elements);

/** The panel in its own container, positioned as it is over a reader. */
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
  panel.fractionOf = () => 0;
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
const items = (panel: SvcAnnotations) => [...panel.renderRoot.querySelectorAll('.quote')];
const itemAt = (panel: SvcAnnotations, at: number) => items(panel)[at]?.textContent;
const more = (panel: SvcAnnotations) => panel.renderRoot.querySelector<HTMLElement>('[data-more]');

describe('a list of thousands of annotations', () => {
  after(() => document.querySelector('#box')?.remove());

  it('starts with one batch and adds the next batches on scroll', async () => {
    const panel = await show(many);
    expect(items(panel).length).to.equal(100);
    const body = panel.renderRoot.querySelector('.body');
    if (!body) throw new Error('No body.');
    body.scrollTop = body.scrollHeight;
    await waitUntil(() => items(panel).length > 100, 'more items');
    expect(itemAt(panel, 150)).to.equal('Words 150');
    expect([...panel.renderRoot.querySelectorAll('h3')].at(0)?.textContent).to.equal('Chapter 0');
  });

  it('continues with its last button and focuses the next item', async () => {
    const panel = await show(many);
    more(panel)?.click();
    await waitUntil(() => items(panel).length >= 200, 'more items');
    const focused = await waitUntil(() => panel.shadowRoot?.activeElement, 'the focus');
    expect(focused.querySelector('.quote')?.textContent).to.equal('Words 100');
  });

  it('restarts with another filter and ends with orphaned annotations', async () => {
    const panel = await show(many.slice(0, 160), ['urn:many:3']);
    more(panel)?.click();
    await waitUntil(() => !more(panel), 'all items');
    expect(items(panel).length).to.equal(160);
    expect(itemAt(panel, 159)).to.equal('Words 3');
    panel.renderRoot.querySelector<HTMLElement>('[aria-label="Pink"]')?.click();
    await panel.updateComplete;
    expect(items(panel).length).to.equal(80);
    expect(itemAt(panel, 0)).to.equal('Words 1');
    panel.renderRoot.querySelector<HTMLElement>('[aria-label="Pink"]')?.click();
    await panel.updateComplete;
    expect(items(panel).length).to.equal(100);
  });
});
