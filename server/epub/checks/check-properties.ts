import { quoted } from '../container/entry-name.ts';
import type { ManifestItem } from '../package/manifest.ts';
import type { Warnings } from '../warnings.ts';
import type { DocumentFacts } from './check-document.ts';

/** Properties whose absence and presence both can be false (EPUB 3.3, appendix D.5). */
const telling = ['mathml', 'remote-resources', 'scripted', 'svg', 'switch'];

/** What the manifest says of a document of EPUB 3 and what is in it. */
export function checkProperties(
  { path, properties }: Pick<ManifestItem, 'path' | 'properties'>,
  facts: DocumentFacts,
  warnings: Warnings,
): void {
  for (const property of telling) {
    const isSaid = properties.includes(property);
    const isSo = facts.properties.has(property);
    if (isSo && !isSaid) {
      const message = `${quoted(path)} needs the property “${property}” in the manifest.`;
      warnings.add('property_missing', message, path);
    } else if (isSaid && !isSo && !isTolerated(property, facts)) {
      const message = `${quoted(path)} has the property “${property}”, but nothing of the kind.`;
      warnings.add('property_needless', message, path);
    }
  }
}

function isTolerated(property: string, { hasDrawing }: DocumentFacts): boolean {
  return property === 'remote-resources' || (property === 'svg' && hasDrawing);
}
