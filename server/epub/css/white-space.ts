import type { CascadedValues } from './cascade.ts';

/** Elements whose white space browsers preserve, with the names that replace them in the tree. */
const preformatted = new Set(['pre', 'listing', 'plaintext', 'xmp']);

const preserving = /^(?:pre(?:-wrap|-line)?|preserve(?:-breaks|-spaces)?|break-spaces)$/;
const inheriting = /^(?:inherit|unset)$/;

/**
 * Whether white space in an element is part of its text, from its computed `white-space`. If the
 * value is uncertain, the text is kept as written, because engines can collapse white space but
 * cannot restore lost line breaks.
 *
 * @param values - Result of the cascade of `white-space` and `white-space-collapse`.
 * @param inherited - Whether the parent element preserves white space.
 */
export function preservesWhiteSpace(
  { possible, certain }: CascadedValues,
  tag: string,
  inherited: boolean,
): boolean {
  const initial = preformatted.has(tag) || inherited;
  const preserves = (value: string): boolean => {
    if (inheriting.test(value)) return inherited;
    if (value.startsWith('revert')) return initial;
    return value.split(/\s+/).some((word) => preserving.test(word));
  };
  return (certain === null ? initial : preserves(certain)) || possible.some(preserves);
}

/**
 * Whether a block element may be displayed inline, so that white space around it separates words.
 */
export function mayBeInline({ possible, certain }: CascadedValues): boolean {
  return [...possible, certain ?? ''].some((value) => /^(?:inline|contents|ruby)/.test(value));
}

/** Whether an element is certainly a block, so that white space around it is not text. */
export function isBlockDisplay({ possible, certain }: CascadedValues): boolean {
  return [...possible, certain ?? ''].every((value) =>
    /^(?:block|flow-root|list-item|table|flex|grid)$/.test(value),
  );
}
