import { expect } from '@open-wc/testing';
import { openWithFeatures, queryControl, waitForToolbar } from '../fixtures/controls.ts';
import { english, mount, nextEvent, press, waitUntil } from '../fixtures/reader.ts';

describe('text typed after the search shortcut', () => {
  it('is left to the search field before the panel is there', async () => {
    const reader = await openWithFeatures({ book: english });
    for (const key of ['/', 'W', 'h', 't', 'm', 'Backspace', 's', ' ', 'b']) press(reader, key);
    const field = await waitUntil(
      () => queryControl(reader, 'svc-search', 'input:focus'),
      'the search',
    );
    expect(field).to.have.property('value', 'Whts b');
    expect(reader.shadowRoot?.querySelector('svc-contents, svc-menu')).to.equal(null);
    const searched = await nextEvent(reader, 'svc-search');
    expect(searched.query).to.equal('Whts b');
  });

  for (const moment of ['the first page is shown', 'the controls are shown'] as const)
    it(`is left to the search field as soon as ${moment}`, async () => {
      const reader = await mount({ book: english });
      if (moment === 'the controls are shown') await waitForToolbar(reader);
      else await waitUntil(() => reader.shadowRoot?.querySelector('svc-page'), 'the page');
      for (const key of ['/', 'W', 'h', 't', 'm']) press(reader, key);
      const field = await waitUntil(
        () => queryControl(reader, 'svc-search', 'input:focus'),
        'the search',
      );
      expect(field).to.have.property('value', 'Whtm');
      expect(reader.shadowRoot?.querySelector('svc-contents, svc-menu')).to.equal(null);
    });
});
