/** Creates a style sheet that shadow roots can share. */
export function css(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Like `css`, but creates the sheet when needed, for modules that also load without a DOM. */
export function lazyCss(text: string): () => CSSStyleSheet {
  let sheet: CSSStyleSheet | undefined;
  return () => (sheet ??= css(text));
}
