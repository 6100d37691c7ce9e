import { expect } from '@open-wc/testing';
import { PanelRequestEvent } from '../../../../src/events/request-events.ts';
import { knownPanels } from '../../../../src/ui/panels/known-panels.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { english, numbered, open, pageOf, stageOf, waitUntil } from '../../fixtures/reader.ts';

const shown = (reader: SvcReader, control: string, selector: string) =>
  reader.shadowRoot?.querySelector(control)?.shadowRoot?.querySelector<HTMLElement>(selector) ??
  null;

/** The dialog of the open panel, or null. */
function openDialog(reader: SvcReader): HTMLElement | null {
  const controls = [...(reader.shadowRoot?.querySelectorAll('*') ?? [])];
  const found = controls.map((one) => one.shadowRoot?.querySelector<HTMLElement>('[role=dialog]'));
  return found.find(Boolean) ?? null;
}

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

  it('cover the page, which is then inert, if they are modal dialogs', async () => {
    const reader = await open({ book: english });
    const modal: string[] = [];
    // The menu is not a dialog, and `english` cannot be downloaded.
    for (const name of knownPanels.filter((one) => one !== 'menu' && one !== 'offline')) {
      reader.dispatchEvent(new PanelRequestEvent(name));
      const dialog = await waitUntil(() => openDialog(reader), name);
      const isModal = dialog.ariaModal === 'true';
      if (isModal) modal.push(name);
      await reader.updateComplete;
      expect(pageOf(reader).closest('[inert]') !== null, name).to.equal(isModal);
      reader.dispatchEvent(new PanelRequestEvent(null));
      await waitUntil(() => openDialog(reader) === null, `no ${name}`);
    }
    expect(modal).to.include('contents');
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
