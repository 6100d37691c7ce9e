// Checks that retired terms are not used, in prose (comments, messages, test titles, docs) and in
// names, and that comment lines have at most 100 columns. The terms are the tables "Retired
// wording" and "Retired names" in docs/glossary.md.
// node scripts/terms.js [PATH…] prints each use; without paths it checks the whole tree.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { root } from './setup.js';

/**
 * Text in which a retired term is correct: quotations, names of standards and the glossary itself.
 */
const allowed = [
  { files: /^docs\/glossary\.md$/ },
  { files: /^demo\/(book\/OPS|publishers\/[^/]+\/|sample\/sample-|snippet)/ },
  { files: /^scripts\/terms\.js$/ },
  { files: /^shared\/messages\/(?!en\.json)/ },
  // Released migrations never change.
  { files: /^server\/db\/migrations\// },
];
/** Public names that keep an old word, such as the part `told` and database columns. */
const keptNames = /\btold_at\b|part(?:s)?="[^"]*\btold\b|@csspart told/;

const sourceGlobs = ['{src,server,shared,console,demo,scripts,test}/**/*.{ts,js}', '*.{ts,js}'];
const proseGlobs = ['*.md', 'docs/**/*.md', '{shared,console}/messages/en.json'];
const ignored = /node_modules|^test\/(bench\/peers|frameworks|site-builders\/sites)\/|\.d\.ts$/;

/** Longest line of a comment. The formatter does not break comments. */
const maxColumns = 100;

const { wording, names } = readTerms();
const wanted = process.argv.slice(2);
const uses = [];
for (const file of filesOf(sourceGlobs)) checkSource(file, readFileSync(join(root, file), 'utf8'));
for (const file of filesOf(proseGlobs)) checkProse(file, readFileSync(join(root, file), 'utf8'), 0);

for (const { file, line, term, instead, text } of uses) {
  console.log(`${file}:${line}: "${term}" (${instead}): ${text.trim().slice(0, 100)}`);
}
if (uses.length > 0) {
  console.log(
    `${uses.length} uses of retired terms or lines that are too long. See docs/glossary.md.`,
  );
  process.exitCode = 1;
}

/**
 * Returns the rows of the two tables: the term as a regular expression in code style, and its
 * replacement.
 */
function readTerms() {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
  const rows = (heading, toPattern) => {
    const section = glossary.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
    const found = [...section.matchAll(/^\| `([^`]+)`\s*\| ([^|]+?)\s*\|$/gm)];
    if (found.length === 0) throw new Error(`docs/glossary.md has no table "${heading}".`);
    // A pipe in a table cell is escaped.
    return found.map(([, term, instead]) => ({
      pattern: toPattern(term.replaceAll('\\|', '|')),
      instead,
    }));
  };
  return {
    wording: rows('Retired wording', (term) => new RegExp(`\\b(?:${term})\\b`, 'gi')),
    names: rows('Retired names', (term) => new RegExp(`^(?:${term})$`, 'i')),
  };
}

function filesOf(globs) {
  const found = globs.flatMap((glob) => globSync(glob, { cwd: root }));
  return [...new Set(found)].filter(
    (file) =>
      !ignored.test(file) &&
      !allowed.some(({ files }) => files.test(file)) &&
      (wanted.length === 0 || wanted.some((path) => file.startsWith(path))),
  );
}

function checkSource(file, source) {
  const { program, comments } = parseSync(file, source);
  const lineAt = lineIndex(source);
  const sourceLines = source.split('\n');
  for (const { value, start } of comments) {
    const line = lineAt(start);
    checkProse(file, value, line - 1);
    checkWidth(file, sourceLines, line, value.split('\n').length);
  }
  const literal = (text, start) => {
    // A single word is an identifier or a value, not prose.
    if (/\S\s+\S/.test(text)) checkProse(file, text, lineAt(start) - 1);
  };
  const seen = new Set();
  const isTest = file.startsWith('test/');
  new Visitor({
    Literal({ value, start }) {
      // Other strings in tests are book text, requests and expected values.
      if (typeof value === 'string' && !isTest) literal(value, start);
    },
    TemplateElement({ value, start }) {
      if (!isTest) literal(value.cooked ?? '', start);
    },
    CallExpression({ callee, arguments: [title] }) {
      const isTitle = callee.type === 'Identifier' && /^(?:describe|it|test)$/.test(callee.name);
      if (isTest && isTitle && title?.type === 'Literal') literal(String(title.value), title.start);
    },
    Identifier({ name, start }) {
      checkName(file, name, lineAt(start), seen);
    },
  }).visit(program);
}

function checkName(file, name, line, seen) {
  if (seen.has(name) || keptNames.test(name)) return;
  seen.add(name);
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_$]+/);
  for (const { pattern, instead } of names) {
    if (words.some((word) => pattern.test(word))) {
      uses.push({ file, line, term: name, instead, text: name });
    }
  }
}

/** Reports lines of a comment that are too long. Code before a comment and URLs have no limit. */
function checkWidth(file, sourceLines, firstLine, lineCount) {
  for (let line = firstLine; line < firstLine + lineCount; line++) {
    const text = sourceLines[line - 1];
    const isExempt = !/^\s*(?:\/\/(?! oxlint-)|\/?\*)/.test(text) || text.includes('://');
    if (text.length > maxColumns && !isExempt) {
      const instead = `at most ${maxColumns}`;
      uses.push({ file, line, term: `${text.length} columns`, instead, text });
    }
  }
}

function checkProse(file, text, firstLine) {
  // Code in prose keeps its names.
  const lines = text.replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length)).split('\n');
  for (const [at, line] of lines.entries()) {
    if (keptNames.test(line)) continue;
    for (const { pattern, instead } of wording) {
      for (const [term] of line.matchAll(pattern)) {
        uses.push({ file, line: firstLine + at + 1, term, instead, text: line });
      }
    }
  }
}

function lineIndex(source) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
