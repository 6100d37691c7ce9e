import { quote } from '../container/entry-name.ts';
import type { ManifestItem } from '../package/manifest.ts';
import type { Warnings } from '../warnings.ts';
import type { DocumentFeatures } from './check-document.ts';

/** The document types that files of EPUB 3 may name (EPUB 3.3, appendix B). */
const allowedDoctypes = new Set([
  '-//W3C//DTD SVG 1.1//EN http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd',
  '-//W3C//DTD MathML 3.0//EN http://www.w3.org/Math/DTD/mathml3/mathml3.dtd',
  '-//NISO//DTD ncx 2005-1//EN http://www.daisy.org/z3986/2005/ncx-2005-1.dtd',
  'about:legacy-compat',
]);
/** Properties whose absence and presence both can be false (EPUB 3.3, appendix D.5). */
const checkedProperties = ['mathml', 'remote-resources', 'scripted', 'svg', 'switch'];

/** What the manifest says of a document of EPUB 3 and what is in it. */
export function checkProperties(
  { path, properties }: Pick<ManifestItem, 'path' | 'properties'>,
  facts: DocumentFeatures,
  warnings: Warnings,
): void {
  for (const property of checkedProperties) {
    const isSaid = properties.includes(property);
    const isSo = facts.properties.has(property);
    if (isSo && !isSaid) {
      const message = `${quote(path)} needs the property “${property}” in the manifest.`;
      warnings.add('property_missing', message, path);
    } else if (isSaid && !isSo && !isTolerated(property, facts)) {
      const message = `${quote(path)} has the property “${property}”, but nothing of the kind.`;
      warnings.add('property_needless', message, path);
    }
  }
}

function isTolerated(property: string, { hasSvgImage }: DocumentFeatures): boolean {
  return property === 'remote-resources' || (property === 'svg' && hasSvgImage);
}

/** @param doctype - What stands between `<!DOCTYPE` and `>`. */
export function checkDoctype(doctype: string, path: string, warnings: Warnings): void {
  const named = doctype.replace(/\[.*/s, '').match(/"[^"]*"|'[^']*'/g) ?? [];
  const identifiers = named.map((one) => one.slice(1, -1)).join(' ');
  if (identifiers === '' || allowedDoctypes.has(identifiers)) return;
  const message = `${quote(path)} names the document type ${quote(identifiers)}, which EPUB 3 does not have: it is passed over.`;
  warnings.add('doctype', message, path);
}
