// Generates the allowlists for book content as modules for the component and as a documentation
// page.
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

/**
 * Generates the component's modules, which contain only names because browsers do not need the
 * reasons.
 */
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

/** Generates the documentation page for the allowlists. */
export function allowlistPage() {
  return `${[
    '# Allowed book content',
    `Books are untrusted input. The import parses each document and style sheet and writes only what these lists allow; it
removes everything else. The component and the server-rendered page check the names again. Generated from the tables in
\`shared/allowlists/\` by \`npm run docs\`.`,
    '## Elements',
    'HTML. An element that is not listed is replaced by its content.',
    elementTable(htmlElements),
    'SVG. An element that is not listed is removed with its content.',
    elementTable(svgElements),
    'MathML. An element that is not listed is replaced by its content.',
    elementTable(mathmlElements),
    '## Attributes',
    'Every element may have `id`, `class`, `style`, `lang`, `epub:type`, `aria-…` and `data-…`. Presentational attributes such as `bgcolor` become styles.',
    table(
      ['HTML', 'on', 'why'],
      htmlAttributes.map(({ names, elements, reason }) => [
        code(names),
        elements ? code(elements) : 'every element',
        reason,
      ]),
    ),
    table(['SVG', 'why'], svgAttributes.map(explained)),
    `The value of ${code([...svgReferenceAttributes])} may be a color or \`url(#…)\` with a fragment of the same drawing.`,
    table(['MathML', 'why'], mathmlAttributes.map(explained)),
    '## URLs',
    table(
      ['attribute', 'on', 'target', 'why'],
      [...htmlUrlRules, ...svgUrlRules].map(({ attribute, elements, target, reason }) => [
        code([attribute]),
        code(elements),
        describeTarget(target),
        reason,
      ]),
    ),
    table(['an external link starts with', 'why'], linkSchemes.map(explained)),
    '## Styles',
    table(['properties', 'purpose'], allowedProperties.map(explained)),
    table(['functions', 'purpose'], [...allowedFunctions, ...allowedColorFunctions].map(explained)),
    'URLs are allowed only in `url()`, with a fragment of the same drawing or an image in the book as the target.',
    table(
      ['at-rule', 'treatment'],
      Object.entries(allowedAtRules).map(([name, meaning]) => [code([`@${name}`]), meaning]),
    ),
    '## Deliberately excluded',
    'Other sanitizers keep these. `*` means every element.',
    table(
      ['construct', 'reason'],
      allowlistExclusions.map(({ names, reason }) => [code(names), reason]),
    ),
  ].join('\n\n')}\n`;
}

const rules = { keep: 'kept', unwrap: 'replaced by its content', drop: 'removed' };

function elementTable(groups) {
  return table(
    ['elements', 'treatment', 'why'],
    groups.map(({ rule, reason, names }) => [
      code(names),
      rules[rule] ?? `\`${rule.rename}\``,
      reason,
    ]),
  );
}

function describeTarget(leads) {
  if (leads === 'link') return 'a position or a file in the book, or an external page';
  return leads === 'fragment'
    ? 'a fragment of the same drawing'
    : `${leads.join(', ')} in the book`;
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
    // Breaks lines in the same places as the formatter.
    return line.length > 100 ? line.replace(' = ', ' =\n  ') : line;
  });
  return `// Generated from shared/allowlists/ by npm run docs.\n${lines.join('\n')}\n`;
}

function namesOf(groups) {
  return groups.flatMap(({ names }) => names);
}

function kept(groups) {
  return groups.flatMap(({ rule, names }) => (rule === 'keep' ? names : (rule.rename ?? [])));
}
