/** Things that other sanitisers keep and books may not have, and why. Elements stand with the allowed. */
export interface AllowlistExclusion {
  reason: string;
  /** Attributes as `element[name]`, `*` for every element; properties as `style name`; `svg:` and `math:`. */
  names: readonly string[];
}

function group(reason: string, what: string): AllowlistExclusion {
  return { reason, names: what.trim().split(/\s*,\s*/) };
}

/** Left out on purpose: whatever is on no list is, but these are asked for. */
export const allowlistExclusions: readonly AllowlistExclusion[] = [
  group(
    'A picture of a size is chosen at import; engines fetch what they like of many.',
    'img[srcset], img[sizes], img[loading], img[decoding], source[srcset]',
  ),
  group(
    'A picture needs a file of the book: of one without, the words that stand for it are kept.',
    'img without a file',
  ),
  group('A link into the book needs a place in it; the words are kept.', 'a[href] to no file'),
  group(
    'Addresses of other schemes open programs, files or markup on the reader’s machine.',
    'a[href] of another scheme',
  ),
  group('A style loads pictures of the book and nothing else.', 'style with a foreign address'),
  group(
    'Recordings start when a person asks for it.',
    '*[autoplay], *[controlslist], *[disablepictureinpicture], *[disableremoteplayback]',
  ),
  group(
    'How links open is the reader’s business, and no third party is told.',
    '*[target], *[rel], *[download], *[ping], *[ismap], *[referrerpolicy], *[crossorigin]',
  ),
  group(
    'Focus, keys and what lies on top are the reader’s.',
    '*[tabindex], *[accesskey], *[autofocus], *[contenteditable], *[draggable], *[inert], *[popover], *[enterkeyhint], *[inputmode], *[spellcheck]',
  ),
  group(
    'It would make it an element of the host’s page, or let its styles and scripts in.',
    '*[is], *[slot], *[part], *[exportparts], *[nonce]',
  ),
  group(
    'Addresses that are loaded unasked or change all others.',
    '*[background], *[cite], *[longdesc], *[lowsrc], *[dynsrc], *[profile], *[xml:base]',
  ),
  group('What the pointer looks like says what the reader will do.', 'style cursor'),
  group('Words can be selected, copied and looked up in every book.', 'style user-select'),
  group(
    'The size of the text and how it is smoothed are the person’s.',
    'style text-size-adjust, style font-smoothing, style tap-highlight-color',
  ),
  group(
    'It outdoes `color`, by which themes and persons keep the text readable.',
    'style text-fill-color',
  ),
  group('It runs a script, in the engines that know it.', 'style behavior, style binding'),
  group('No property of CSS.', 'style background-x, style background-y'),
];
