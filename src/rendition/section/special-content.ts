import type { TreeElement } from '../../../server/epub/contract.ts';
import type * as code from './special-content-code.ts';

/** Code for drawings, formulas, tables and code listings, or null until a section contains one. */
export let specialContent: typeof code | null = null;

/**
 * Loads the code that a tree needs. Without it, drawings and formulas are omitted, and wide content
 * is cut off.
 */
export async function loadSpecialContent(tree: TreeElement): Promise<void> {
  if (!specialContent && /\["(?:svg|math|table|pre)"/.test(JSON.stringify(tree)))
    specialContent = await import('./special-content-code.ts');
}
