/**
 * Constructs that other sanitizers allow but books may not use, with the reason. Elements are in a
 * separate table.
 */
export interface AllowlistExclusion {
  reason: string;
  /**
   * Attributes as `element[name]`, with `*` for every element, and properties as `style name`. May
   * have the prefix `svg:` or `math:`.
   */
  names: readonly string[];
}

function group(reason: string, names: string): AllowlistExclusion {
  return { reason, names: names.trim().split(/\s*,\s*/) };
}

/**
 * Deliberate exclusions. Everything that is not listed is excluded, and these are the constructs
 * that users might expect.
 */
export const allowlistExclusions: readonly AllowlistExclusion[] = [
  group(
    'One image is chosen at import. Browsers could load any candidate.',
    'img[srcset], img[sizes], img[loading], img[decoding], source[srcset]',
  ),
  group(
    'Images must be files in the book. Otherwise, only their alternative text is kept.',
    'img without a file',
  ),
  group(
    'Links within the book need an existing target. Otherwise, only their text is kept.',
    'a[href] to no file',
  ),
  group(
    'URLs with other schemes can open programs, files or markup on the user’s device.',
    'a[href] of another scheme',
  ),
  group('Styles load only images from the book.', 'style with a remote URL'),
  group(
    'Formulas are rewritten to MathML Core at import, because engines do not draw the rest of MathML.',
    'math:menclose, math:mfenced, math:mstack, math:mlongdiv, math:mlabeledtr, math:maction',
  ),
  group(
    'Playback starts only on user action.',
    '*[autoplay], *[controlslist], *[disablepictureinpicture], *[disableremoteplayback]',
  ),
  group(
    'The reader controls how links open, and no third party is notified.',
    '*[target], *[rel], *[download], *[ping], *[ismap], *[referrerpolicy], *[crossorigin]',
  ),
  group(
    'The reader controls focus, keys and stacking.',
    '*[tabindex], *[accesskey], *[autofocus], *[contenteditable], *[draggable], *[inert], *[popover], *[enterkeyhint], *[inputmode], *[spellcheck]',
  ),
  group(
    'They connect elements to the components, styles and scripts of the host page.',
    '*[is], *[slot], *[part], *[exportparts], *[nonce]',
  ),
  group(
    'URLs that are loaded automatically or change how others are resolved.',
    '*[background], *[cite], *[longdesc], *[lowsrc], *[dynsrc], *[profile], *[xml:base]',
  ),
  group('The cursor indicates the reader’s actions.', 'style cursor'),
  group('Text can be selected, copied and looked up in every book.', 'style user-select'),
  group(
    'Text size and font smoothing are user settings.',
    'style text-size-adjust, style font-smoothing, style tap-highlight-color',
  ),
  group(
    'It overrides `color`, which themes and user settings rely on for readability.',
    'style text-fill-color',
  ),
  group('It executes scripts in engines that support it.', 'style behavior, style binding'),
  group('Not a CSS property.', 'style background-x, style background-y'),
];
