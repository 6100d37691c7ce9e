import type { SearchableSection } from '../text/find-in-text.ts';
import { foldSection } from '../text/folded-text.ts';
import { endOf, isLicensed, type Licence } from './licence.ts';

/** The texts of a reading order as far as they are licensed, each at its place: the rest is empty. */
export function licensedTexts(
  sections: SearchableSection[],
  licence: Licence | null,
): SearchableSection[] {
  if (!licence) return sections;
  return sections.map((section, place) => {
    if (!isLicensed(licence, place)) return beginning(section, 0);
    const end = endOf(licence, place);
    return end === null ? section : beginning(section, end);
  });
}

function beginning({ text, breaks, beside }: SearchableSection, end: number): SearchableSection {
  const cut = {
    text: text.slice(0, end),
    breaks: breaks.filter((at) => at <= end),
    beside: beside.filter(([start]) => start < end),
  };
  return { ...cut, folded: foldSection(cut) };
}
