import { expect } from '@open-wc/testing';
import { openWithFeatures } from '../fixtures/controls.ts';
import { numbered, waitUntil } from '../fixtures/reader.ts';

describe('warnings of the embed response', () => {
  const { fetch } = window;
  const { warn } = console;
  afterEach(() => {
    window.fetch = fetch;
    console.warn = warn;
  });

  it('are logged on the console', async () => {
    const messages: string[] = [];
    console.warn = (text: string) => messages.push(text);
    window.fetch = async (...request) => {
      const response = await fetch(...request);
      if (!String(request[0]).includes('/v1/reader/embed')) return response;
      const warnings = [
        { parameter: 'chapter', value: 'ch_x', detail: 'The book has no such chapter.' },
      ];
      return Response.json({ ...(await response.json()), meta: { warnings } });
    };
    await openWithFeatures({ book: numbered });
    await waitUntil(() => messages.length > 0, 'the warning');
    expect(messages).to.deep.equal(['<svc-reader> ignored chapter. The book has no such chapter.']);
  });
});
