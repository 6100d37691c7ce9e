import { quoted } from '../container/entry-name.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, descendantsOf, type XmlElement } from '../xml/node.ts';

const pageTypes = new Set(['front', 'normal', 'special']);

/** What an NCX says that its book does not (OPF 2.0.1, section 2.4.1). */
export function checkNcx(
  root: XmlElement,
  path: string,
  identifier: string,
  warnings: Warnings,
): void {
  for (const meta of descendantsOf(root, 'meta')) {
    const stated = attributeOf(meta, 'content')?.trim();
    if (attributeOf(meta, 'name') !== 'dtb:uid' || !stated || stated === identifier.trim())
      continue;
    const message = `${quoted(path)} is of the book ${quoted(stated)}, the package of ${quoted(identifier)}.`;
    warnings.add('ncx_identifier', message, path);
  }
  for (const point of [...descendantsOf(root, 'navPoint'), ...descendantsOf(root, 'pageTarget')]) {
    const id = attributeOf(point, 'id');
    if (id === undefined || /^[\p{L}_][\p{L}\p{N}\p{M}._\u00B7-]*$/u.test(id)) continue;
    warnings.add(
      'ncx_faulty',
      `${quoted(path)} has the id ${quoted(id)}, which none can be.`,
      path,
    );
  }
  for (const page of descendantsOf(root, 'pageTarget')) {
    const type = attributeOf(page, 'type');
    if (type === undefined || pageTypes.has(type)) continue;
    const message = `${quoted(path)} has a page of the type ${quoted(type)}: only front, normal and special are known.`;
    warnings.add('ncx_faulty', message, path);
  }
}
