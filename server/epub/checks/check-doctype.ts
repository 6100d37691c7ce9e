import { quoted } from '../container/entry-name.ts';
import type { Warnings } from '../warnings.ts';

/** The document types that files of EPUB 3 may name (EPUB 3.3, appendix B). */
const allowed = new Set([
  '-//W3C//DTD SVG 1.1//EN http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd',
  '-//W3C//DTD MathML 3.0//EN http://www.w3.org/Math/DTD/mathml3/mathml3.dtd',
  '-//NISO//DTD ncx 2005-1//EN http://www.daisy.org/z3986/2005/ncx-2005-1.dtd',
  'about:legacy-compat',
]);

/** @param doctype - What stands between `<!DOCTYPE` and `>`. */
export function checkDoctype(doctype: string, path: string, warnings: Warnings): void {
  const named = doctype.replace(/\[.*/s, '').match(/"[^"]*"|'[^']*'/g) ?? [];
  const identifiers = named.map((one) => one.slice(1, -1)).join(' ');
  if (identifiers === '' || allowed.has(identifiers)) return;
  const message = `${quoted(path)} names the document type ${quoted(identifiers)}, which EPUB 3 does not have: it is passed over.`;
  warnings.add('doctype', message, path);
}
