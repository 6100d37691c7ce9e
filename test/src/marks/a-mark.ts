import type { Mark } from '../../../src/marks/mark.ts';

/** A highlight of a few words. */
export function aMark(more: Partial<Mark> = {}): Mark {
  return {
    id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
    kind: 'highlight',
    color: 'green',
    note: 'Why quiet?',
    href: 'OPS/one.xhtml',
    chapter: null,
    heading: 'The harbour',
    section: 2,
    start: 4,
    end: 21,
    quote: { exact: 'harbour lay quiet', prefix: 'The ', suffix: ' under a sky' },
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-03T03:04:05.000Z',
    ...more,
  };
}
