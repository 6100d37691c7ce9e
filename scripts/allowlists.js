// Generates the renderer's allowlists and the allowlist page of the guide.
import {
  allowedColorFunctions,
  allowedFunctions,
  allowedProperties,
  allowedAtRules,
} from '../server/epub/allowlists/css.ts';
import { allowlistExclusions } from '../server/epub/allowlists/exclusions.ts';
import { htmlUrlRules, linkSchemes, svgUrlRules } from '../server/epub/allowlists/urls.ts';
import {
  htmlAttributes,
  mathmlAttributes,
  svgAttributes,
  svgReferenceAttributes,
} from '../server/epub/allowlists/attributes.ts';
import { htmlElements, mathmlElements, svgElements } from '../server/epub/allowlists/elements.ts';

/** Generated files with the names for the renderer, because server code does not run in browsers. */
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

/** The allowlist page of the guide. */
export function allowlistPage() {
  return `${[
    '# Allowlists for book content',
    `Books are untrusted. At import every document and style sheet is parsed and rebuilt from these allowlists; everything
else is omitted. The reader’s renderer and the embed page check the names again. Generated from the importer’s tables by
\`npm run docs\`.`,
    '## Elements',
    'HTML. Unlisted elements are replaced by their content.',
    elementTable(htmlElements),
    'SVG. Unlisted elements are omitted with their content.',
    elementTable(svgElements),
    'MathML. Unlisted elements are replaced by their content.',
    elementTable(mathmlElements),
    '## Attributes',
    '`id`, `class`, `style`, `lang`, `epub:type`, `aria-…` and `data-…` are allowed on every element; presentational attributes such as `bgcolor` become styles.',
    table(
      ['HTML attributes', 'on', 'reason'],
      htmlAttributes.map(({ names, elements, reason }) => [
        code(names),
        elements ? code(elements) : 'every element',
        reason,
      ]),
    ),
    table(['SVG attributes', 'reason'], svgAttributes.map(explained)),
    `The value of ${code([...svgReferenceAttributes])} may be \`url(#…)\` with a fragment of the same SVG, or a color.`,
    table(['MathML attributes', 'reason'], mathmlAttributes.map(explained)),
    '## URLs',
    table(
      ['attribute', 'on', 'allowed targets', 'reason'],
      [...htmlUrlRules, ...svgUrlRules].map(({ attribute, elements, target, reason }) => [
        code([attribute]),
        code(elements),
        allowedTargets(target),
        reason,
      ]),
    ),
    table(['allowed prefixes of external links', 'reason'], linkSchemes.map(explained)),
    '## Styles',
    table(['properties', 'purpose'], allowedProperties.map(explained)),
    table(['functions', 'purpose'], [...allowedFunctions, ...allowedColorFunctions].map(explained)),
    'The only URL function is `url()`, limited to fragments of the same SVG and images of the book.',
    table(
      ['at-rule', 'treatment'],
      Object.entries(allowedAtRules).map(([name, meaning]) => [code([`@${name}`]), meaning]),
    ),
    '## Deliberate exclusions',
    'Other sanitizers allow these. `*` stands for every element.',
    table(
      ['construct', 'reason'],
      allowlistExclusions.map(({ names, reason }) => [code(names), reason]),
    ),
  ].join('\n\n')}\n`;
}

const rules = { keep: 'kept', unwrap: 'replaced by its content', drop: 'omitted' };

function elementTable(groups) {
  return table(
    ['elements', 'treatment', 'reason'],
    groups.map(({ rule, reason, names }) => [
      code(names),
      rules[rule] ?? `\`${rule.rename}\``,
      reason,
    ]),
  );
}

function allowedTargets(target) {
  if (target === 'link') return 'a position or file of the book, or an external URL';
  return target === 'fragment' ? 'a fragment of the same SVG' : `${target.join(', ')} of the book`;
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
    // Line breaks as the formatter sets them.
    return line.length > 100 ? line.replace(' = ', ' =\n  ') : line;
  });
  return `// Generated from the allowlists of the importer: npm run docs.\n${lines.join('\n')}\n`;
}

function namesOf(groups) {
  return groups.flatMap(({ names }) => names);
}

function kept(groups) {
  return groups.flatMap(({ rule, names }) => (rule === 'keep' ? names : (rule.rename ?? [])));
}
