/** Properties whose value is a family list, with or without what stands before it. */
export const familyProperties: ReadonlySet<string> = new Set(['font', 'font-family']);

/** Properties in which a bare word can be a colour. Elsewhere “tan” may be a family or an area. */
export function takesColor(property: string): boolean {
  return (
    property.endsWith('color') ||
    /^(?:background|background-image|border(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?|border-image|border-image-source|outline|column-rule|text-decoration|text-emphasis|text-shadow|-webkit-text-stroke|box-shadow|filter|fill|stroke|list-style|list-style-image|mask|mask-image)$/.test(
      property,
    )
  );
}

/**
 * What the root of a reflowable document may not set: the pages are the reader's, and a fixed
 * height, a frame or columns of its own would hide text.
 */
export function belongsToReader(property: string): boolean {
  return /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|position|display|float|inset.*|top|right|bottom|left|z-index|overflow.*|column.*|break-.*|transform.*|translate|rotate|scale|clip|clip-path|aspect-ratio|box-sizing|visibility|pointer-events|opacity|filter|animation.*|transition.*|flex.*|grid.*|align-.*|justify-.*|place-.*|object-.*)$/.test(
    property,
  );
}
