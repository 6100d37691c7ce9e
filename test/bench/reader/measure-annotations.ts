import type { Browser, Page } from 'playwright';
import {
  webAnnotationContext,
  type MarkAnnotation,
} from '../../../src/annotations/web-annotation.ts';
import { installProbe } from './probe.ts';
import { slowPhone } from './throttle.ts';
import { viewport, type Subject } from './subject.ts';
import { waitForFirstText } from './wait-for-first-text.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

export const annotationCount = 5000;

/**
 * Time in ms from opening the list of thousands of annotations to the frame that shows it, on a
 * slow phone's processor.
 */
export async function measureAnnotations(
  browser: Browser,
  subject: Subject,
  needle: string,
): Promise<number> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript(installProbe, { needle, pagesTag: subject.pagesTag });
    await page.goto(subject.openingUrl, { waitUntil: 'load' });
    await waitForFirstText(page);
    await waitUntilIdle(page);
    await page.evaluate(
      async (marks) => {
        const reader = document.querySelector('svc-reader');
        const file = new Blob([JSON.stringify(marks)]);
        const request = new Event('svc-mark-request');
        reader?.dispatchEvent(Object.assign(request, { request: { type: 'import', file } }));
      },
      Array.from({ length: annotationCount }, (_, at) => invented(at)),
    );
    // The list's code is loaded by then.
    for (let at = 0; at < 2; at++) await opening(page);
    await waitUntilIdle(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.cpuSlowdown });
    return await opening(page);
  } finally {
    await context.close();
  }
}

async function opening(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const reader = document.querySelector('svc-reader');
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const ask = (panel: string | null) =>
      reader?.dispatchEvent(Object.assign(new Event('svc-panel-request'), { panel }));
    const list = () =>
      reader?.shadowRoot?.querySelector('svc-annotations')?.shadowRoot?.querySelector('.mark');
    const startMs = performance.now();
    ask('marks');
    while (!list()) await frame();
    await frame();
    await new Promise((resolve) => setTimeout(resolve));
    const lastedMs = performance.now() - startMs;
    ask(null);
    while (list()) await frame();
    return lastedMs;
  });
}

function invented(at: number): MarkAnnotation {
  return {
    '@context': webAnnotationContext,
    id: `urn:bench:${at}`,
    type: 'Annotation',
    motivation: 'highlighting',
    created: '2026-01-02T03:04:05.000Z',
    modified: '2026-01-02T03:04:05.000Z',
    body: {
      type: 'TextualBody',
      value: at % 10 === 0 ? `Note ${at}` : '',
      format: 'text/plain',
      color: at % 2 === 0 ? 'yellow' : 'green',
      highlight: 'solid',
    },
    target: {
      source: `elsewhere-${Math.floor(at / 100)}.xhtml`,
      selector: [
        { type: 'TextQuoteSelector', exact: `Some words of a page ${at}`, prefix: '', suffix: '' },
        { type: 'TextPositionSelector', start: at * 10, end: at * 10 + 8 },
      ],
      meta: { headings: [{ level: 1, txt: 'Elsewhere' }], section: 900, chapter: null },
    },
  };
}
