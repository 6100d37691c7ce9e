import type { Tree, TreeElement } from '../contract.ts';

/** The elements among the children of an element. */
export function elementsIn(children: readonly Tree[]): TreeElement[] {
  return children.filter((child) => typeof child !== 'string');
}
