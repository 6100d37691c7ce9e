import { quoted } from '../container/entry-name.ts';
import type { Warnings } from '../warnings.ts';

/** @param content - What a page of fixed layout says of its size. */
export function checkViewport(content: string, path: string, warnings: Warnings): void {
  for (const side of ['width', 'height']) {
    const stated = content.match(new RegExp(`(?:^|[\\s,;])${side}\\s*[=:]`, 'gi')) ?? [];
    if (stated.length < 2) continue;
    const message = `The page ${quoted(path)} states its ${side} more than once; the first was taken.`;
    warnings.add('page_size_repeated', message, path);
  }
}
