import { pickOptional, randomBelow, type Random, pick, pickWeighted } from './random.ts';
import { longText, edgeText } from './edge-values.ts';
import { brokenPieces, openings, snippets } from './snippets.ts';

const elementNames =
  'p div span a img table tr td ol li ul h1 svg g rect text image use foreignObject math mrow mi mtext pre style script ruby rt nav section body html head title link meta object video audio switch case item itemref spine manifest metadata package navPoint par seq br wbr'.split(
    ' ',
  );
const attributeNames =
  'id class style href src lang xml:lang dir epub:type role properties media-type fallback media-overlay idref refines linear full-path width height viewBox xlink:href colspan alt title xmlns xmlns:epub clipBegin version'.split(
    ' ',
  );
const namespaces = [
  '',
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
  'http://www.idpf.org/2007/opf',
  'svc:mark',
  'urn:x',
];

/** Mutates a markup document, mostly such that it stays well-formed. */
export function mutateMarkup(chance: Random, source: string): [string, string] {
  const tokens = source.match(/<[^>]*>|[^<]+|</g) ?? [''];
  const tags = [...tokens.keys()].filter((at) => /^<[\w:]/.test(tokens[at] ?? ''));
  const at = pickOptional(chance, tags) ?? 0;
  const how = pickWeighted(chance, {
    dropElement: 4,
    duplicateElement: 4,
    swapElements: 3,
    moveElement: 2,
    rename: 3,
    dropAttribute: 4,
    oddAttribute: 6,
    swapAttributes: 3,
    addAttribute: 3,
    longAttribute: 2,
    manyAttributes: 1,
    nest: 2,
    snippet: 6,
    text: 3,
    many: 2,
    dropToken: 2,
    broken: 3,
    opening: 2,
    namespace: 2,
    truncate: 1,
  });
  const [changed, detail] = change(how, chance, tokens, tags, at);
  return [changed.join(''), `${how} ${detail}`];
}

function change(
  how: string,
  chance: Random,
  tokens: string[],
  tags: number[],
  at: number,
): [string[], string | number] {
  const end = endOf(tokens, at);
  const element = tokens.slice(at, end);
  const tag = tokens[at] ?? '';
  const withInserted = (...added: string[]) => tokens.toSpliced(at + 1, 0, ...added);
  const withTag = (newTag: string) => tokens.with(at, newTag);
  switch (how) {
    case 'dropElement':
      return [tokens.toSpliced(at, end - at), tag.slice(0, 40)];
    case 'duplicateElement': {
      const most = Math.max(1, Math.min(3000, Math.floor(2_000_000 / element.join('').length)));
      const copies = pick(chance, [1, 1, 2, 10, most]);
      const run = element.join('').repeat(copies);
      return [tokens.toSpliced(at, 0, run), `${copies} ${tag.slice(0, 40)}`];
    }
    case 'swapElements': {
      const other = pickOptional(chance, tags) ?? 0;
      const [first, second] = at < other ? [at, other] : [other, at];
      const [firstEnd, secondEnd] = [endOf(tokens, first), endOf(tokens, second)];
      if (firstEnd > second) return [tokens, 'nothing'];
      return [
        [
          ...tokens.slice(0, first),
          ...tokens.slice(second, secondEnd),
          ...tokens.slice(firstEnd, second),
          ...tokens.slice(first, firstEnd),
          ...tokens.slice(secondEnd),
        ],
        `${first} ${second}`,
      ];
    }
    case 'moveElement': {
      const rest = tokens.toSpliced(at, end - at);
      return [
        rest.toSpliced(randomBelow(chance, rest.length + 1), 0, ...element),
        tag.slice(0, 40),
      ];
    }
    case 'rename': {
      const name = pick(chance, elementNames);
      const last = tokens[end - 1] ?? '';
      const closed = last.startsWith('</') ? tokens.with(end - 1, `</${name}>`) : [...tokens];
      return [
        closed.with(
          at,
          tag.replace(/^<[^\s/>]+/, () => `<${name}`),
        ),
        name,
      ];
    }
    case 'dropAttribute':
      return [withTag(withAttribute(chance, tag, () => '')), tag.slice(0, 40)];
    case 'oddAttribute': {
      const value = edgeText(chance);
      return [
        withTag(withAttribute(chance, tag, (name) => ` ${name}="${escapeXml(value)}"`)),
        value.slice(0, 40),
      ];
    }
    case 'swapAttributes': {
      const value = /="([^"]*)"/.exec(tokens[pickOptional(chance, tags) ?? 0] ?? '')?.[1] ?? '';
      return [
        withTag(withAttribute(chance, tag, (name) => ` ${name}="${value}"`)),
        value.slice(0, 40),
      ];
    }
    case 'addAttribute': {
      const name = pick(chance, attributeNames);
      return [withTag(withMore(tag, ` ${name}="${escapeXml(edgeText(chance))}"`)), name];
    }
    case 'longAttribute': {
      const [name, value] = [pick(chance, attributeNames), longText(chance)];
      return [withTag(withMore(tag, ` ${name}="${escapeXml(value)}"`)), `${name} ${value.length}`];
    }
    case 'manyAttributes': {
      const count = pick(chance, [100, 3000, 50_000]);
      const prefix = pick(chance, ['a', 'data-a', 'xmlns:a', 'aria-a']);
      const more = Array.from({ length: count }, (_, index) => ` ${prefix}${index}="b"`).join('');
      return [withTag(withMore(tag, more)), `${count} ${prefix}`];
    }
    case 'nest': {
      const depth = pick(chance, [20, 190, 210, 900, 1100, 100_000]);
      const name = pick(chance, elementNames);
      const close = chance() < 0.8 ? `</${name}>`.repeat(depth) : '';
      return [withInserted(`<${name}>`.repeat(depth), 'deep', close), `${depth} ${name}`];
    }
    case 'snippet': {
      const index = randomBelow(chance, snippets.length);
      return [withInserted(snippets[index] ?? ''), index];
    }
    case 'text': {
      const text = chance() < 0.6 ? edgeText(chance) : longText(chance);
      return [withInserted(escapeXml(text)), text.length];
    }
    case 'many': {
      const name = pick(chance, elementNames);
      const count = pick(chance, [300, 5000, 60_000]);
      const one = pick(chance, [
        `<${name}/>`,
        `<${name} id="a">b</${name}>`,
        `<${name} class="a b" style="color:red"> </${name}>\n`,
      ]);
      return [withInserted(one.repeat(count)), `${count} ${one}`];
    }
    case 'dropToken':
      return [tokens.toSpliced(randomBelow(chance, tokens.length), 1), ''];
    case 'broken': {
      const piece = pick(chance, brokenPieces);
      return [
        tokens.toSpliced(randomBelow(chance, tokens.length + 1), 0, piece),
        piece.slice(0, 20),
      ];
    }
    case 'opening': {
      const piece = pick(chance, openings);
      const rest = chance() < 0.5 && tokens[0]?.startsWith('<?') ? tokens.slice(1) : tokens;
      return [[piece, ...rest], piece.slice(0, 40)];
    }
    case 'namespace': {
      const to = pick(chance, namespaces);
      return [withTag(withMore(tag.replace(/\sxmlns="[^"]*"/, ''), ` xmlns="${to}"`)), to];
    }
    default: {
      const keptCount = randomBelow(chance, tokens.length);
      return [tokens.slice(0, keptCount), keptCount];
    }
  }
}

/**
 * Index after the end tag of the element that starts there, or after its start tag if it has no end
 * tag.
 */
function endOf(tokens: string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (token.startsWith('</')) depth -= 1;
    else if (/^<[\w:]/.test(token) && !token.endsWith('/>')) depth += 1;
    if (depth <= 0) return at + 1;
  }
  return start + 1;
}

/** Replaces one of the tag's attributes. */
function withAttribute(chance: Random, tag: string, replacement: (name: string) => string): string {
  const attributes = [...tag.matchAll(/\s([\w:.-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)];
  const chosen = pickOptional(chance, attributes);
  if (!chosen) return tag;
  const [whole, name = ''] = chosen;
  return tag.slice(0, chosen.index) + replacement(name) + tag.slice(chosen.index + whole.length);
}

function withMore(tag: string, attributes: string): string {
  return tag.replace(/\s*\/?>$/, (close) => attributes + close);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
