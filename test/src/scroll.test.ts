import { expect } from '@open-wc/testing';
import { SettingsRequestEvent } from '../../src/controls/request-events.ts';
import type { SvcReader } from '../../src/svc-reader.ts';
import { frame, long, numbered, open, pageOf, press, stageOf, until } from './fixtures/reader.ts';
import { seenText } from './fixtures/seen-text.ts';

const offset = (reader: SvcReader) => reader.locator?.locations.offset ?? -1;
const section = (reader: SvcReader) => reader.locator?.locations.section ?? -1;
const mounted = (reader: SvcReader) => stageOf(reader).querySelectorAll('.leaf').length;

describe('a book as one strip', () => {
  it('goes on below one section with the next', async () => {
    const reader = await open({ book: numbered, mode: 'scroll' });
    const stage = stageOf(reader);
    expect(seenText(reader)).to.match(/^Chapter 1/);
    await until(() => mounted(reader) > 0, 'sections');
    await until(() => {
      stage.scrollTop = 1e6;
      return section(reader) === 3 && /12\. .*spoken\.$/.test(seenText(reader));
    }, 'the last words');
  });

  it('keeps only the sections around the screen in the document, wherever that is', async () => {
    const reader = await open({ book: long, mode: 'scroll', height: 500 });
    const stage = stageOf(reader);
    let most = 0;
    for (let share = 0; share <= 1; share += 0.04) {
      stage.scrollTop = share * (stage.scrollHeight - stage.clientHeight);
      await until(() => seenText(reader).length > 40, `text at ${share}`);
      most = Math.max(most, mounted(reader));
    }
    expect(most).to.be.lessThan(16);
    await until(() => {
      stage.scrollTop = stage.scrollHeight;
      return section(reader) >= 198;
    }, 'the end');
  });

  it('lands on the right words in the middle', async () => {
    const reader = await open({ book: long, mode: 'scroll' });
    reader.goTo({ section: 120, offset: 0 });
    await until(() => section(reader) === 120, 'the section');
    expect(seenText(reader)).to.match(/^Section 120\b/);
    for (let count = 0; count < 30; count++) await frame();
    expect(seenText(reader)).to.match(/^Section 120\b/);
  });
});
