import { expect } from '@open-wc/testing';
import { messages as en } from '#messages/en';
import { loadMessages, type MessageOverrides } from '../../../src/i18n/load-messages.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { english, open, waitUntil } from '../fixtures/reader.ts';

const boxOf = (reader: SvcReader) => reader.shadowRoot?.querySelector<HTMLElement>('.shell');
const titleOf = (reader: SvcReader, panel: string) =>
  reader.shadowRoot
    ?.querySelector('svc-toolbar')
    ?.shadowRoot?.querySelector<HTMLElement>(`[data-panel=${panel}]`)?.title;

async function reworded(messages: MessageOverrides, locale = 'en'): Promise<SvcReader> {
  const reader = await open({ book: english, locale });
  reader.messages = messages;
  await waitUntil(
    () => titleOf(reader, 'contents') === messages.contents,
    'the page’s own messages',
  );
  return reader;
}

describe('a page’s own messages', () => {
  it('take precedence over the catalog, which supplies the others', async () => {
    const reader = await reworded({ contents: 'Fahrplan', appearance: 'Optik' }, 'de');
    expect(titleOf(reader, 'settings')).to.equal('Optik');
    expect(titleOf(reader, 'menu')).to.equal('Mehr');
    expect(boxOf(reader)?.lang).to.equal('de');
    reader.messages = null;
    await waitUntil(
      () => titleOf(reader, 'contents') === 'Inhalt',
      'the messages of the catalogue',
    );
  });

  it('are skipped if they have the wrong type, key by key within a group', async () => {
    const broken = { contents: 'Plan', percent: '%', close: undefined, colors: { yellow: 'Sun' } };
    const reader = await open({ book: english });
    Reflect.set(reader, 'messages', broken);
    await waitUntil(() => titleOf(reader, 'contents') === 'Plan', 'the page’s own messages');
    const loaded = await loadMessages(reader, 'en');
    expect(loaded.colors).to.deep.equal({ ...en.colors, yellow: 'Sun' });
    expect(loaded.percent).to.equal(en.percent);
    expect(loaded.close).to.equal(en.close);
  });

  it('stay when the language changes', async () => {
    const reader = await reworded({ contents: 'Plan' });
    reader.locale = 'fr';
    await waitUntil(() => boxOf(reader)?.lang === 'fr', 'French');
    expect(titleOf(reader, 'contents')).to.equal('Plan');
    expect(titleOf(reader, 'menu')).to.equal('Plus');
  });

  it('can be in a language that the reader lacks, with its direction', async () => {
    const persian = { ...en, locale: 'fa', contents: 'فهرست', menu: 'بیشتر' };
    const reader = await reworded(persian);
    expect(titleOf(reader, 'menu')).to.equal('بیشتر');
    expect(boxOf(reader)?.lang).to.equal('fa');
    expect(boxOf(reader)?.dir).to.equal('rtl');
  });

  it('can use the former names of renamed messages', async () => {
    const messages: MessageOverrides = {
      marks: 'My notes',
      searchHits: (count) => `${count} hits`,
    };
    Reflect.set(messages, 'accessibility', { ways: 'How to read' });
    const reader = Object.assign(document.createElement('div'), { messages });
    const loaded = await loadMessages(reader, 'en');
    expect(loaded.annotations).to.equal('My notes');
    expect(loaded.searchResults(3, true)).to.equal('3 hits');
    expect(loaded.accessibility.waysOfReading).to.equal('How to read');
    expect(loaded.accessibility.title).to.equal(en.accessibility.title);
  });
});
