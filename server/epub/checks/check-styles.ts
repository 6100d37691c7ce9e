import type { CssNode, Declaration, StyleSheet } from 'css-tree';
import { quote } from '../container/entry-name.ts';
import { resolveReference } from '../container/resolve-reference.ts';
import type { Manifest } from '../package/manifest.ts';
import type { Warnings } from '../warnings.ts';
import { warnUndeclaredResource } from './check-document.ts';

/**
 * Warns about remote resources in a style sheet and about properties that EPUB reserves for markup.
 *
 * @returns Whether the sheet references remote resources.
 */
export function checkStyles(
  sheet: StyleSheet,
  path: string,
  manifest: Manifest,
  warnings: Warnings,
): boolean {
  let isRemote = false;
  for (const rule of sheet.children) {
    if (rule.type !== 'Rule' && rule.type !== 'Atrule') continue;
    const isFace = rule.type === 'Atrule' && rule.name.toLowerCase() === 'font-face';
    for (const declaration of rule.block?.children ?? []) {
      if (declaration.type === 'Declaration') checkDeclaration(declaration, isFace);
    }
    const isImport = rule.type === 'Atrule' && rule.name.toLowerCase() === 'import';
    if (isImport && rule.prelude?.type === 'AtrulePrelude') checkUrls(rule.prelude, false);
  }
  return isRemote;

  function checkDeclaration({ property, value }: Declaration, isFace: boolean): void {
    if (property === 'direction' || property === 'unicode-bidi') {
      const message = `Styles in ${quote(path)} set “${property}”, for which EPUB requires the “dir” attribute.`;
      warnings.add('style_direction', message, path);
    }
    if (value.type === 'Value') checkUrls(value, isFace);
  }

  function checkUrls(
    { children }: Extract<CssNode, { type: 'Value' | 'AtrulePrelude' }>,
    isFace: boolean,
  ): void {
    for (const node of children) if (node.type === 'Url') checkUrl(node.value, isFace);
  }

  function checkUrl(address: string, isFace: boolean): void {
    if (isFace && address.trim() === '') {
      warnings.add(
        'font_unreadable',
        `A font in the styles of ${quote(path)} has an empty URL.`,
        path,
      );
    }
    const reference = resolveReference(path, address);
    if (reference.kind !== 'remote') return;
    isRemote = true;
    const { url } = reference;
    if (isFace && /^https?:/i.test(url)) {
      if (!manifest.remoteUrls.has(url.replace(/#.*/s, '')))
        warnUndeclaredResource(url, path, warnings);
      return;
    }
    const message = `Styles in ${quote(path)} use the remote resource ${quote(url)}, which was omitted.`;
    warnings.add('resource_remote', message, path);
  }
}
