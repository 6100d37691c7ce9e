import { htmlElements } from '../tree/allowed-elements.ts';

/** Elements that the compiler meets before it asks its lists. */
const others = 'html body dialog search basefont isindex noembed bgsound selectedcontent';

/** Elements with an address, or that say something of the document that they stand in. */
const telling = 'img picture audio video input iframe embed script link form style meta';

const known = new Set([...others.split(' '), ...htmlElements.flatMap(({ names }) => names)]);

/** Elements of HTML that no check asks anything of. */
export const plainHtml: ReadonlySet<string> = new Set(
  [...known].filter((name) => !telling.split(' ').includes(name)),
);

/** Whether HTML, of today or of old, has an element of this name; custom elements have a hyphen. */
export function isKnownHtml(name: string): boolean {
  return known.has(name) || name.includes('-') || known.has(name.toLowerCase());
}
