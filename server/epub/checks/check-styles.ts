import type { CssNode, Declaration, StyleSheet } from 'css-tree';
import { quote } from '../container/entry-name.ts';
import { resolveReference } from '../container/resolve-reference.ts';
import type { Manifest } from '../package/manifest.ts';
import type { Warnings } from '../warnings.ts';
import { warnUndeclaredResource } from './check-document.ts';

/** What a style sheet would fetch, and what EPUB leaves to the markup. True when it names files elsewhere. */
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
    if (isImport && rule.prelude?.type === 'AtrulePrelude') checkAddresses(rule.prelude, false);
  }
  return isRemote;

  function checkDeclaration({ property, value }: Declaration, isFace: boolean): void {
    if (property === 'direction' || property === 'unicode-bidi') {
      const message = `Styles of ${quote(path)} set “${property}”, which EPUB leaves to the attribute “dir”.`;
      warnings.add('style_direction', message, path);
    }
    if (value.type === 'Value') checkAddresses(value, isFace);
  }

  function checkAddresses(
    { children }: Extract<CssNode, { type: 'Value' | 'AtrulePrelude' }>,
    isFace: boolean,
  ): void {
    for (const node of children) if (node.type === 'Url') checkAddress(node.value, isFace);
  }

  function checkAddress(address: string, isFace: boolean): void {
    if (isFace && address.trim() === '') {
      warnings.add(
        'font_unreadable',
        `A font of the styles of ${quote(path)} has no address.`,
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
    const message = `Styles of ${quote(path)} name ${quote(url)}, which lies outside of the book: it is left out.`;
    warnings.add('resource_remote', message, path);
  }
}
