import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { open, waitUntil } from '../fixtures/reader.ts';

let keys = 0;
const keyOf = (options: string) => `sell:${options}:${++keys}x${Date.now()}`;
const badgeOf = (reader: SvcReader) => reader.shadowRoot?.querySelector('svc-test-badge');

describe('the test badge', () => {
  it('marks a book that a test key opened, in the interface language', async () => {
    for (const [locale, label, direction] of [
      ['en', 'Test', 'ltr'],
      ['ja', 'テスト', 'ltr'],
      ['ar', 'اختبار', 'rtl'],
    ] as const) {
      const reader = await open({ key: keyOf('test'), locale });
      const badge = await waitUntil(() => badgeOf(reader), 'the badge');
      await badge.updateComplete;
      expect(badge.shadowRoot?.textContent).to.match(new RegExp(`^${label}\\. .+`));
      expect(badge.role).to.equal('note');
      expect(getComputedStyle(badge).direction).to.equal(direction);
      await expect(reader).shadowDom.to.be.accessible();
      // The badge stays above the page's text.
      const { bottom } = badge.getBoundingClientRect();
      const page = reader.shadowRoot?.querySelector('svc-page');
      expect(bottom - (page?.getBoundingClientRect().top ?? 0)).to.be.lessThan(28);
    }
  });

  it('is not shown for a live key', async () => {
    const reader = await open({ key: keyOf('priced') });
    await waitUntil(
      () => reader.shadowRoot?.querySelector('svc-progress')?.shadowRoot?.querySelector('input'),
      'the controls',
    );
    expect(badgeOf(reader)).to.equal(null);
  });
});
