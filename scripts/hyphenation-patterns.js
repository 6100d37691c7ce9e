// Writes the hyphenation patterns of the npm package `hyphen` as text files, from which the reader
// loads those of a book's language.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hyphenationLanguages, hyphenationPath } from '../shared/hyphenation.ts';

const require = createRequire(import.meta.url);

/** Origin and license of each language's patterns, as stated in the files of TeX's hyph-utf8. */
const notices = {
  ca: 'Copyright (C) 1991-1995, 2003 Gonçal Badenes. LPPL 1 or later.',
  da: 'Copyright (C) 1994 Frank Jensen. MIT.',
  de: 'Copyright (C) 2013-2023 Stephan Hennig, Werner Lemberg, Guenter Milde et al. MIT.',
  'en-gb': 'Copyright (C) 1996, 2005 Dominik Wujastyk, Graham Toal. MIT.',
  en: 'Copyright (C) 1990, 2004, 2005 Gerard D.C. Kuiken. Copying and distribution, with or without modification, are permitted in any medium without royalty provided the copyright notice and this notice are preserved.',
  es: 'Copyright (C) 1993, 1997 Javier Bezos, 2001-2019 Javier Bezos, CervanTeX. MIT.',
  fi: 'Copyright (C) 1986, 1988, 1989 Kauko Saarinen. Patterns may be freely distributed.',
  fr: 'Copyright (C) 1994-2002 Daniel Flipo, Bernard Gaulle, 2016 Arthur Reutenauer. MIT.',
  it: 'Copyright (C) 2008-2011 Claudio Beccari. MIT.',
  nb: 'Copyright (C) 2004-2005 Rune Kleveland, Ole Michael Selberg, 2007 Karl Ove Hufthammer. Copying and distribution, with or without modification, are permitted in any medium without royalty, provided the copyright notice and this notice are preserved.',
  nl: 'Copyright (C) 1996 Piet Tutelaers. MIT.',
  pl: 'Copyright (C) 1987-1995 Hanna Kołodziejska, Bogusław Jackowski, Marek Ryćko. MIT.',
  pt: 'Copyright (C) 1987, 1994, 1996, 2015 Pedro J. de Rezende, 1996, 2015 J. Joao Dias Almeida, 2024 Leonardo Araujo and Aline Benevides. BSD-3-Clause.',
  ru: 'Copyright (C) 1999-2003 Alexander I. Lebedev. LPPL 1.2 or later.',
  sv: 'Copyright (C) 1994 Jan Michael Rynning. LPPL 1.2 or later.',
  tr: 'Copyright (C) 1987 Pierre A. MacKay, 2008, 2011 TUG. LPPL 1 or later.',
};

/**
 * Writes the file of each language and one file with their licenses.
 *
 * @param {string} component - Absolute path of the component's files.
 */
export function writeHyphenationPatterns(component) {
  const folder = join(component, 'hyphenation');
  mkdirSync(folder, { recursive: true });
  for (const language of hyphenationLanguages) {
    writeFileSync(join(component, hyphenationPath(language)), patternsText(language));
  }
  const lines = hyphenationLanguages.map((language) => `${language}: ${notices[language]}`);
  writeFileSync(
    join(folder, 'LICENSES.txt'),
    `Hyphenation patterns, converted from hyph-utf8 (https://www.hyphenation.org/tex) by the npm package hyphen.\n\n${lines.join('\n')}\n`,
  );
}

/** The module of the package that contains a language's patterns. */
export function patternsModule(language) {
  const name = { de: 'de-1996', en: 'en-us' }[language] ?? language;
  return `hyphen/patterns/${name}.js`;
}

/**
 * The patterns of a language, grouped by their levels, which compresses to three quarters of TeX's
 * notation, followed by a line with exceptions. A group is its levels, one digit each, followed by
 * its patterns in the order of their code units. Each pattern is the number of letters that it
 * shares with the previous one (A for 0, B for 1), and its other letters, none of which is a digit
 * or from A to Z. The patterns `1ba`, `1be` and `a1b` are `1AbaBe01Aab`.
 *
 * @param {import('../shared/hyphenation.ts').HyphenationLanguage} language
 */
export function patternsText(language) {
  const [allLevels, trie, exceptions = {}] = require(patternsModule(language));
  const patterns = [];
  const visit = (node, letters) => {
    const [children, index] = Array.isArray(node)
      ? node
      : Number.isInteger(node)
        ? [{}, node]
        : [node];
    if (index !== undefined)
      patterns.push({ letters, levels: levelsOf(letters, allLevels[index]) });
    for (const [letter, child] of Object.entries(children)) visit(child, letters + letter);
  };
  visit(trie, '');
  // A pattern without levels has no effect.
  const effective = patterns.filter(({ levels }) => levels);
  const text = [...Map.groupBy(effective, ({ levels }) => levels)]
    .sort(([, some], [, others]) => others.length - some.length)
    .map(([levels, group]) => levels + frontCoded(group.map(({ letters }) => letters).sort()))
    .join('');
  const words = Object.entries(exceptions).map(([word, marks]) => toException(word, marks));
  return [text, ...(words.length > 0 ? [words.join(' ')] : [])].join('\n');
}

/**
 * The level before each letter, without zeros at the end.
 *
 * @param {number[]} levels - Levels in which a full stop at the start does not count.
 */
function levelsOf(letters, levels) {
  const all = letters.startsWith('.') ? [0, ...levels] : levels;
  return Array.from(all, (level) => level || 0)
    .join('')
    .replace(/0+$/, '');
}

function frontCoded(patterns) {
  let previous = '';
  return patterns
    .map((letters) => {
      let shared = 0;
      while (shared < letters.length && letters[shared] === previous[shared]) shared += 1;
      previous = letters;
      return String.fromCharCode(65 + shared) + letters.slice(shared);
    })
    .join('');
}

/** @param {number[]} marks - Indexes of the hyphens in the word with its hyphens. */
function toException(word, marks) {
  const breaks = new Set(marks.map((mark, at) => mark - at));
  return [...word].map((unit, at) => (breaks.has(at) ? `-${unit}` : unit)).join('');
}
