// The lists of what a book may consist of, as the page builder needs them and as people read them.
import {
  allowedColorFunctions,
  allowedFunctions,
  allowedProperties,
  allowedAtRules,
} from '../shared/allowlists/css.ts';
import { allowlistExclusions } from '../shared/allowlists/exclusions.ts';
import { htmlUrlRules, linkSchemes, svgUrlRules } from '../shared/allowlists/urls.ts';
import {
  htmlAttributes,
  mathmlAttributes,
  svgAttributes,
  svgReferenceAttributes,
} from '../shared/allowlists/attributes.ts';
import { htmlElements, mathmlElements, svgElements } from '../shared/allowlists/elements.ts';

/** Files of the page builder: nothing of the server runs in a browser, so the names are written down. */
export function allowlistFiles() {
  return {
    'src/rendition/section/allowed-names.ts': written({
      htmlTags: kept(htmlElements),
      htmlAttributes: namesOf(htmlAttributes),
      externalLinkPrefixes: namesOf(linkSchemes),
    }),
    'src/rendition/section/foreign-names.ts': written({
      svgTags: kept(svgElements),
      svgAttributes: namesOf(svgAttributes),
      svgReferences: [...svgReferenceAttributes],
      mathTags: kept(mathmlElements),
      mathAttributes: namesOf(mathmlAttributes),
    }),
  };
}

/** The lists as a page of the guide. */
export function allowlistPage() {
  return `${[
    '# What a book may consist of',
    `A book is made by strangers. At the import each of its documents and style sheets is read by a real parser and written
anew from these lists; what is on none of them is left out. The reader’s page builder and the served page hold the names
once more against what they get. Made from the importer’s own tables: \`npm run docs\`.`,
    '## Elements',
    'Of HTML. One that is on no list gives way to what it holds.',
    elementTable(htmlElements),
    'Of SVG. One that is on no list is left out with what it holds.',
    elementTable(svgElements),
    'Of MathML. One that is on no list gives way to what it holds.',
    elementTable(mathmlElements),
    '## Attributes',
    '`id`, `class`, `style`, `lang`, `epub:type`, `aria-…` and `data-…` stand on every element; of looks, such as `bgcolor`, a style is made.',
    table(
      ['of HTML', 'on', 'why'],
      htmlAttributes.map(({ names, elements, reason }) => [
        code(names),
        elements ? code(elements) : 'every element',
        reason,
      ]),
    ),
    table(['of SVG', 'why'], svgAttributes.map(explained)),
    `The value of ${code([...svgReferenceAttributes])} may be \`url(#…)\` with a part of the same drawing, or a colour.`,
    table(['of MathML', 'why'], mathmlAttributes.map(explained)),
    '## Addresses',
    table(
      ['attribute', 'on', 'leads to', 'why'],
      [...htmlUrlRules, ...svgUrlRules].map(({ attribute, elements, target, reason }) => [
        code([attribute]),
        code(elements),
        leadsTo(target),
        reason,
      ]),
    ),
    table(['a link out of the book begins with', 'why'], linkSchemes.map(explained)),
    '## Styles',
    table(['properties', 'what for'], allowedProperties.map(explained)),
    table(
      ['functions', 'what for'],
      [...allowedFunctions, ...allowedColorFunctions].map(explained),
    ),
    'Of addresses, `url()` alone is read: it leads to a part of the same drawing or to a picture of the book.',
    table(
      ['at-rule', 'what becomes of it'],
      Object.entries(allowedAtRules).map(([name, meaning]) => [code([`@${name}`]), meaning]),
    ),
    '## Left out on purpose',
    'Other sanitisers keep these. `*` is every element.',
    table(
      ['what', 'why'],
      allowlistExclusions.map(({ names, reason }) => [code(names), reason]),
    ),
  ].join('\n\n')}\n`;
}

const rules = { keep: 'kept', unwrap: 'gives way to what it holds', drop: 'left out' };

function elementTable(groups) {
  return table(
    ['elements', 'what becomes of them', 'why'],
    groups.map(({ rule, reason, names }) => [
      code(names),
      rules[rule] ?? `\`${rule.rename}\``,
      reason,
    ]),
  );
}

function leadsTo(leads) {
  if (leads === 'link') return 'a place or a file of the book, or out of it';
  return leads === 'fragment' ? 'a part of the same drawing' : `${leads.join(', ')} of the book`;
}

function explained({ names, reason }) {
  return [code(names), reason];
}

function code(names) {
  return names.map((name) => `\`${name}\``).join(' ');
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function written(lists) {
  const lines = Object.entries(lists).map(([name, names]) => {
    const line = `export const ${name} = '${[...new Set(names)].sort().join(' ')}';`;
    // As the formatter breaks it.
    return line.length > 100 ? line.replace(' = ', ' =\n  ') : line;
  });
  return `// Made from the importer’s own lists: npm run docs.\n${lines.join('\n')}\n`;
}

function namesOf(groups) {
  return groups.flatMap(({ names }) => names);
}

function kept(groups) {
  return groups.flatMap(({ rule, names }) => (rule === 'keep' ? names : (rule.rename ?? [])));
}
