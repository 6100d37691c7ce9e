// Minifies the CSS in template literals of a TypeScript source, for the component's build.
import { transformSync } from 'esbuild';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * Replaces the CSS in three kinds of template literals with minified CSS: css`…`, css(`…`), and a
 * literal directly after the comment `/* css *\/`. Every `${}` stays where it is. Lines after a
 * literal keep their number to keep source maps correct.
 *
 * @param {string} code
 * @param {string} file - The file's name, for error messages.
 * @returns {string}
 * @throws {Error} The CSS of a literal is invalid, or its minified form has lost a `${}`.
 */
export function minifyCssTemplates(code, file) {
  let minified = code;
  // Work from last to first because the positions of earlier literals then stay valid.
  for (const literal of cssTemplates(code, file).toReversed()) {
    const source = code.slice(literal.start, literal.end);
    const expressions = literal.expressions.map(
      ({ start, end }) => `\${${code.slice(start, end)}}`,
    );
    const texts = literal.quasis.map(({ value }) => value.cooked);
    const parts = minifyParts(texts, file).map(escapeTemplate);
    const template = `\`${parts.map((part, index) => part + (expressions[index] ?? '')).join('')}\``;
    const removedLines = source.split('\n').length - template.split('\n').length;
    minified =
      minified.slice(0, literal.start) +
      template +
      '\n'.repeat(removedLines) +
      minified.slice(literal.end);
  }
  return minified;
}

/** Returns literals without nested literals, in source order. */
function cssTemplates(code, file) {
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const markers = comments.filter(({ value }) => value.trim() === 'css').map(({ end }) => end);
  const isMarked = ({ start }) =>
    markers.some((end) => end <= start && code.slice(end, start).trim() === '');
  const isCss = (node) => node.type === 'Identifier' && node.name === 'css';
  const found = new Set();
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) => void (isCss(tag) && found.add(quasi)),
    CallExpression({ callee, arguments: [first] }) {
      if (isCss(callee) && first?.type === 'TemplateLiteral') found.add(first);
    },
    TemplateLiteral: (node) => void (isMarked(node) && found.add(node)),
  }).visit(program);
  return [...found].sort((one, other) => one.start - other.start);
}

/**
 * Minifies CSS with gaps in it.
 *
 * @param {string[]} texts - The CSS before, between and after the gaps.
 * @param {string} file - The file's name, for error messages.
 * @returns {string[]} The same number of texts.
 */
function minifyParts(texts, file) {
  const names = texts.slice(1).map((_, index) => `svc-gap-${index}-end`);
  let css = texts[0];
  const ends = names.map((name, index) => {
    const next = texts[index + 1];
    const gap = gapIn(css, next, name);
    css += gap.text + next.slice(gap.skip);
    return gap.skip > 0 ? ';' : '';
  });
  const { code, warnings } = transformSync(css, {
    loader: 'css',
    minify: true,
    logLevel: 'silent',
    sourcefile: file,
  });
  if (warnings.length > 0) throw new Error(`${file}: ${warnings[0].text}`);
  const parts = [];
  let rest = code.trimEnd();
  for (const [index, name] of names.entries()) {
    const pattern = new RegExp(`@${name};?|${name}`, 'g');
    const [match, ...others] = rest.matchAll(pattern);
    if (!match || others.length > 0)
      throw new Error(`${file}: minifying moves \${} number ${index + 1}.`);
    parts.push(rest.slice(0, match.index));
    rest = ends[index] + rest.slice(match.index + match[0].length);
  }
  return [...parts, rest];
}

/**
 * Returns the placeholder for a `${}`, which is an at-rule for a statement (rules or declarations)
 * and an identifier for part of a selector or a value.
 */
function gapIn(before, after, name) {
  const text = before.replaceAll(/\/\*[^]*?\*\//g, '').trimEnd();
  const startsStatement = text === '' || /[{};]$/.test(text);
  const endsStatement = /^[ \t]*(?:[;}\n]|$)/.test(after) && !/^\s*[{,>+~:]/.test(after);
  if (!startsStatement || !endsStatement) return { text: name, skip: 0 };
  const [semicolon = ''] = /^\s*;/.exec(after) ?? [];
  return { text: `@${name};`, skip: semicolon.length };
}

function escapeTemplate(text) {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
}
