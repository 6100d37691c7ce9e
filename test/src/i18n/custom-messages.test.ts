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
  await waitUntil(() => titleOf(reader, 'contents') === messages.contents, 'the page’s own words');
  return reader;
}

describe('words of a page’s own', () => {
  it('go before those of the language, which has the others', async () => {
    const reader = await reworded({ contents: 'Fahrplan', appearance: 'Optik' }, 'de');
    expect(titleOf(reader, 'settings')).to.equal('Optik');
    expect(titleOf(reader, 'menu')).to.equal('Mehr');
    expect(boxOf(reader)?.lang).to.equal('de');
    reader.messages = null;
    await waitUntil(() => titleOf(reader, 'contents') === 'Inhalt', 'the words of the language');
  });

  it('are left out where they are of another kind; those of a group go one by one', async () => {
    const broken = { contents: 'Plan', percent: '%', close: undefined, colors: { yellow: 'Sun' } };
    const reader = await open({ book: english });
    Reflect.set(reader, 'messages', broken);
    await waitUntil(() => titleOf(reader, 'contents') === 'Plan', 'the page’s own words');
    const words = await loadMessages(reader, 'en');
    expect(words.colors).to.deep.equal({ ...en.colors, yellow: 'Sun' });
    expect(words.percent).to.equal(en.percent);
    expect(words.close).to.equal(en.close);
  });

  it('are kept in another language', async () => {
    const reader = await reworded({ contents: 'Plan' });
    reader.locale = 'fr';
    await waitUntil(() => boxOf(reader)?.lang === 'fr', 'French');
    expect(titleOf(reader, 'contents')).to.equal('Plan');
    expect(titleOf(reader, 'menu')).to.equal('Plus');
  });

  it('can be a language that the reader does not have, with its direction', async () => {
    const persian = { ...en, locale: 'fa', contents: 'فهرست', menu: 'بیشتر' };
    const reader = await reworded(persian);
    expect(titleOf(reader, 'menu')).to.equal('بیشتر');
    expect(boxOf(reader)?.lang).to.equal('fa');
    expect(boxOf(reader)?.dir).to.equal('rtl');
  });
});
