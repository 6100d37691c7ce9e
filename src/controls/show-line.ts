/** Scrolls the body of a panel until a line is in sight. Not scrollIntoView: that scrolls the host page too. */
export function showLine(line: HTMLElement): void {
  const body = line.closest('.body');
  if (!body) return;
  const { top, bottom } = body.getBoundingClientRect();
  const box = line.getBoundingClientRect();
  if (box.top >= top && box.bottom <= bottom) return;
  body.scrollTop += (box.top + box.bottom - top - bottom) / 2;
}
