/**
 * The reader hides the sections beside the shown one with `visibility`, which keeps their layout.
 * The elements that a book makes visible would be painted over the shown section.
 */
const hidingRule = ':host(.hidden) :is(#svc#svc#svc,*){visibility:hidden!important}';

/** Adds a rule to a style sheet that hides its visible elements together with their section. */
export function hideWithSection(css: string): string {
  return /visibility:(?!\s*(?:hidden|collapse))/.test(css) ? css + hidingRule : css;
}
