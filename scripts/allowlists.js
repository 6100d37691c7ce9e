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
    `Books are untrusted input. The import parses each document and style sheet, keeps only content that these lists allow,
and removes everything else. The element and the served page check the names again. \`npm run docs\` generates this page
from the tables in \`shared/allowlists/\`.`,
    '## Elements',
    'The following table lists HTML elements. An unlisted HTML element becomes `data`, and rules for its name still apply.',
    elementTable(htmlElements),
    'The following table lists SVG elements. An unlisted SVG element is removed with its content.',
    elementTable(svgElements),
    'The following table lists MathML elements. An unlisted MathML element is replaced by its content.',
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
    `The value of ${code([...svgReferenceAttributes])} can be a color, or \`url(#…)\` with a fragment of the same drawing.`,
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
    table(['external links begin with', 'why'], linkSchemes.map(explained)),
    '## Styles',
    table(['properties', 'purpose'], allowedProperties.map(explained)),
    table(['functions', 'purpose'], [...allowedFunctions, ...allowedColorFunctions].map(explained)),
    'URLs are allowed only in `url()`. Their target must be a fragment of the same drawing or an image in the book.',
    table(
      ['at-rule', 'treatment'],
      Object.entries(allowedAtRules).map(([name, meaning]) => [code([`@${name}`]), meaning]),
    ),
    '## Deliberately excluded',
    'Other sanitizers keep the following constructs. `*` stands for every element.',
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
