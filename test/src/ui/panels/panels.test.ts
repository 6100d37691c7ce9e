import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { english, numbered, open, stageOf, waitUntil } from '../../fixtures/reader.ts';

const shown = (reader: SvcReader, control: string, selector: string) =>
  reader.shadowRoot?.querySelector(control)?.shadowRoot?.querySelector<HTMLElement>(selector) ??
  null;

describe('the panels', () => {
  const hostFocus = () => {
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    return button;
  };

  it('have a button for annotations if there is no table of contents', async () => {
    const reader = await open({ book: english, controls: 'marks progress' });
    const button = await waitUntil(() => shown(reader, 'svc-toolbar', '[data-panel=marks]'), 'it');
    button.focus();
    button.click();
    const panel = await waitUntil(() => shown(reader, 'svc-annotations', '.panel'), 'the marks');
    expect(button.getAttribute('aria-expanded')).to.equal('true');
    panel.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await waitUntil(() => button.matches(':focus'), 'the focus');
  });

  it('take no focus from the host page when they close', async () => {
    const reader = await open({ book: english });
    await waitUntil(() => shown(reader, 'svc-toolbar', '[data-panel=search]'), 'it').then((one) =>
      one.click(),
    );
    await waitUntil(() => shown(reader, 'svc-search', '.panel'), 'the search');
    const button = hostFocus();
    reader.book = numbered;
    await waitUntil(() => reader.shadowRoot?.querySelector('svc-search') === null, 'no panel');
    await reader.updateComplete;
    expect(document.activeElement).to.equal(button);
    button.remove();
  });

  it('cannot be requested if they do not exist', async () => {
    const reader = await open({ book: english });
    const asked = (name: string) =>
      reader.dispatchEvent(Object.assign(new Event('svc-panel-request'), { panel: name }));
    asked('sample-end');
    asked('constructor');
    await reader.updateComplete;
    expect(reader.matches(':state(open)')).to.equal(false);
    expect(stageOf(reader).inert).to.equal(false);
  });
});
