import type { BookLink } from '../page/build.ts';
import type { SectionView } from '../page/section-view.ts';
import type { NoteLink } from './find-note.ts';

/** Marks of notes: numbers, letters and signs, with or without brackets. */
const mark = /^[[({]?\s*(\p{N}{1,4}|\p{L}{1,3}|[*†‡§¶#※]{1,4}|注\p{N}*)\s*[\])}.]?$/u;

/** What is known of a link before the place that it leads to is looked at. */
export function noteLinkOf(link: Element, { id }: BookLink, { section }: SectionView): NoteLink {
  const ids = new Set<string>();
  for (let at: Element | null = link; at && !at.matches('.svc-body'); at = at.parentElement) {
    if (at.id) ids.add(at.id);
    if (at.matches('p, li, td, div')) break;
  }
  const beside = [link.previousElementSibling, link.nextElementSibling, ...link.children];
  for (const one of beside) if (one?.id) ids.add(one.id);
  const back = new Set([...ids].map((one) => `section:${section.index}#${one}`));
  return { id, back, certainty: certaintyOf(link) };
}

function certaintyOf(link: Element): NoteLink['certainty'] {
  const types = link.getAttribute('epub:type')?.split(/\s+/) ?? [];
  if (link.getAttribute('role') === 'doc-noteref' || types.includes('noteref')) return 'stated';
  if (link.getAttribute('role') === 'doc-backlink' || types.includes('backlink')) return 'unlikely';
  const text = link.textContent.trim();
  return mark.test(text) && (isRaised(link) || /^[[({*†‡§¶]/.test(text)) ? 'likely' : 'unlikely';
}

function isRaised(link: Element): boolean {
  if (link.closest('sup') || link.querySelector('sup')) return true;
  return [link, ...link.children].some((one) =>
    ['super', 'text-top', 'top'].includes(getComputedStyle(one).verticalAlign),
  );
}
