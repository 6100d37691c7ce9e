/** Creates a style sheet that shadow roots can share. */
export function css(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
