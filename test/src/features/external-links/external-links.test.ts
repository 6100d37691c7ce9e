import { expect } from '@open-wc/testing';
import type { SvcExternalLinkDialog } from '../../../../src/features/external-links/svc-external-link-dialog.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { english, open, press, scrollerOf, waitUntil } from '../../fixtures/reader.ts';

/** URLs that the browser was about to open. The test prevents the navigation. */
function watchLinks(): { opened: string[]; stop: () => void } {
  const opened: string[] = [];
  const stopping = new AbortController();
  for (const type of ['click', 'auxclick'])
    addEventListener(
      type,
      (event) => {
        const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
        if (link && !event.defaultPrevented) opened.push(link.href);
        event.preventDefault();
      },
      stopping,
    );
  return { opened, stop: () => stopping.abort() };
}

async function outerLink(reader: SvcReader, href: string): Promise<HTMLAnchorElement> {
  press(reader, 'End');
  const link = scrollerOf(reader).querySelector<HTMLAnchorElement>('a[target=_blank]');
  if (!link) throw new Error('The book has no external link.');
  link.href = href;
  await reader.updateComplete;
  return link;
}

const dialogIn = (reader: SvcReader): SvcExternalLinkDialog | null =>
  reader.shadowRoot?.querySelector<SvcExternalLinkDialog>('svc-leave') ?? null;

async function openDialog(reader: SvcReader): Promise<ShadowRoot> {
  const leave = await waitUntil(() => dialogIn(reader), 'the dialog');
  await leave.updateComplete;
  const root = leave.shadowRoot;
  if (!root) throw new Error('The dialog has no shadow root.');
  await waitUntil(() => root.activeElement, 'the focus in the dialog');
  return root;
}

describe('an external link', () => {
  let links: ReturnType<typeof watchLinks>;
  beforeEach(() => (links = watchLinks()));
  afterEach(() => links.stop());

  it('opens after the reader confirms its target', async () => {
    const reader = await open({ book: english, start: '2' });
    (await outerLink(reader, 'https://agreed.example/a?b')).click();
    const root = await openDialog(reader);
    expect(root.querySelector('#target')?.textContent).to.contain('agreed.example');
    expect(root.querySelector('.address')?.textContent).to.equal('https://agreed.example/a?b');
    expect(links.opened).to.deep.equal([]);
    const fading = dialogIn(reader)?.getAnimations() ?? [];
    await Promise.all(fading.map(({ finished }) => finished));
    await expect(dialogIn(reader)).to.be.accessible();

    root.querySelector<HTMLAnchorElement>('a.buy')?.click();
    expect(links.opened).to.deep.equal(['https://agreed.example/a?b']);
    await waitUntil(() => !dialogIn(reader), 'the dialog to close');
  });

  it('needs confirmation once per website, and every time for other programs', async () => {
    const reader = await open({ book: english, start: '2' });
    const link = await outerLink(reader, 'https://known.example/one');
    link.click();
    (await openDialog(reader)).querySelector<HTMLAnchorElement>('a.buy')?.click();
    await waitUntil(() => !dialogIn(reader), 'the dialog to close');
    link.href = 'https://known.example/two';
    link.click();
    expect(links.opened).to.deep.equal(['https://known.example/one', 'https://known.example/two']);

    link.href = 'mailto:somebody%40example.org';
    for (const _ of [1, 2]) {
      link.click();
      const root = await openDialog(reader);
      expect(root.querySelector('#target')?.textContent).to.contain('somebody@example.org');
      expect(root.querySelector('.buy')?.hasAttribute('target')).to.equal(false);
      root.querySelector<HTMLAnchorElement>('a.buy')?.click();
      await waitUntil(() => !dialogIn(reader), 'the dialog to close');
    }
  });

  it('does not open after Escape, which returns focus to the link', async () => {
    const reader = await open({ book: english, start: '2' });
    const link = await outerLink(reader, 'https://refused.example/');
    link.focus();
    link.click();
    const root = await openDialog(reader);
    expect(reader.shadowRoot?.querySelector<HTMLElement>('.frame')?.inert).to.equal(true);
    root.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    );
    expect(dialogIn(reader)).to.equal(null);
    const within = link.getRootNode();
    expect(within instanceof ShadowRoot && within.activeElement).to.equal(link);
    expect(links.opened).to.deep.equal([]);
  });

  it('also needs confirmation on a middle click', async () => {
    const reader = await open({ book: english, start: '2' });
    const link = await outerLink(reader, 'https://middle.example/');
    const middle = { button: 1, bubbles: true, composed: true, cancelable: true };
    link.dispatchEvent(new MouseEvent('auxclick', middle));
    await openDialog(reader);
    expect(links.opened).to.deep.equal([]);
  });

  it('opens no dialog if the host page cancels the event', async () => {
    const reader = await open({ book: english, start: '2' });
    const targets: string[] = [];
    reader.addEventListener('svc-external-link', (event) => {
      targets.push(event.href);
      event.preventDefault();
    });
    const link = await outerLink(reader, 'https://held.example/');
    reader.addEventListener('svc-leave-request', () => targets.push('asked'));
    link.click();
    expect(targets).to.deep.equal(['https://held.example/']);
    expect(links.opened).to.deep.equal([]);
  });
});
