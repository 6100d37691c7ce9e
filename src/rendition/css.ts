/** A style sheet made once and adopted by every root that needs it. */
export function css(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
