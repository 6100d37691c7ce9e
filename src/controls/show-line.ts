/**
 * Scrolls the body of a panel until a line is in sight. Not scrollIntoView: that scrolls the host page too.
 *
 * @param tries - Lines on the way may turn out to be higher than was thought, once they are laid out.
 */
export function showLine(line: HTMLElement, tries = 4): void {
  const body = line.closest('.body');
  if (!body) return;
  const { top, bottom } = body.getBoundingClientRect();
  const box = line.getBoundingClientRect();
  const isSeen = box.top >= top && box.bottom <= bottom;
  if (!isSeen) body.scrollTop += (box.top + box.bottom - top - bottom) / 2;
  if (tries > 0) requestAnimationFrame(() => showLine(line, tries - 1));
}
