import { quote } from '../container/entry-name.ts';
import type { ManifestItem } from '../package/manifest.ts';
import type { Warnings } from '../warnings.ts';
import type { DocumentFeatures } from './check-document.ts';

/** Document types that EPUB 3 allows (EPUB 3.3, appendix B). */
const allowedDoctypes = new Set([
  '-//W3C//DTD SVG 1.1//EN http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd',
  '-//W3C//DTD MathML 3.0//EN http://www.w3.org/Math/DTD/mathml3/mathml3.dtd',
  '-//NISO//DTD ncx 2005-1//EN http://www.daisy.org/z3986/2005/ncx-2005-1.dtd',
  'about:legacy-compat',
]);
/** Manifest properties that must match the document's content (EPUB 3.3, appendix D.5). */
const checkedProperties = ['mathml', 'remote-resources', 'scripted', 'svg', 'switch'];

/** Compares the manifest properties of an EPUB 3 document with its content. */
export function checkProperties(
  { path, properties }: Pick<ManifestItem, 'path' | 'properties'>,
  features: DocumentFeatures,
  warnings: Warnings,
): void {
  for (const property of checkedProperties) {
    const isDeclared = properties.includes(property);
    const isPresent = features.properties.has(property);
    if (isPresent && !isDeclared) {
      const message = `${quote(path)} needs the property “${property}” in the manifest.`;
      warnings.add('property_missing', message, path);
    } else if (isDeclared && !isPresent && !isTolerated(property, features)) {
      const message = `${quote(path)} has the manifest property “${property}”, but contains nothing that requires it.`;
      warnings.add('property_needless', message, path);
    }
  }
}

function isTolerated(property: string, { hasSvgImage }: DocumentFeatures): boolean {
  return property === 'remote-resources' || (property === 'svg' && hasSvgImage);
}

/** @param doctype - The text between `<!DOCTYPE` and `>`. */
export function checkDoctype(doctype: string, path: string, warnings: Warnings): void {
  const quoted = doctype.replace(/\[.*/s, '').match(/"[^"]*"|'[^']*'/g) ?? [];
  const identifiers = quoted.map((literal) => literal.slice(1, -1)).join(' ');
  if (identifiers === '' || allowedDoctypes.has(identifiers)) return;
  const message = `${quote(path)} declares the document type ${quote(identifiers)}, which EPUB 3 does not allow. The declaration was ignored.`;
  warnings.add('doctype', message, path);
}
