import { fold } from '../values/fold.ts';
import japaneseForms from 'opencc-js/dict/JPShinjitaiCharacters';
import traditionalForms from 'opencc-js/dict/TSCharacters';

/** A searchable word in a string. */
export interface Token {
  /** The folded word. */
  word: string;
  /** Range in the text in UTF-16 code units; `end` is exclusive. */
  start: number;
  end: number;
  /**
   * `word`: a word as typed. `part`: one side of a word that contains an apostrophe. `last`: the
   * last character of a run without spaces, which starts no pair.
   */
  kind: 'word' | 'part' | 'last';
}

/** Longer words are machine-generated and are truncated. */
const maxWordLength = 60;

const asciiWord = /[a-z0-9]+(?:'[a-z0-9]+)*/gi;
const anyWord = /[\p{L}\p{M}\p{N}]+(?:['’‘ʼ`´][\p{L}\p{M}\p{N}]+)*/gu;
const apostrophe = /['’‘ʼ`´]/u;
const ascii = /^[\x20-\x7e]*$/;

/** Scripts without spaces between words. Every two adjacent characters count as a word. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]+/gu;
const hasSpaceless = new RegExp(spaceless.source, 'u');

/**
 * Returns every word of a string in order. In scripts without spaces, the words are overlapping
 * character pairs.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  if (ascii.test(text)) {
    for (const { 0: found, index } of text.matchAll(asciiWord)) addWord(found, index, tokens);
    return tokens;
  }
  for (const { 0: found, index } of text.matchAll(anyWord)) {
    if (hasSpaceless.test(found)) addMixed(found, index, tokens);
    else addWord(found, index, tokens);
  }
  return tokens;
}

function addWord(found: string, start: number, tokens: Token[]): void {
  const end = start + found.length;
  add(fold(found), start, end, 'word', tokens);
  if (!apostrophe.test(found)) return;
  let at = start;
  for (const part of found.split(apostrophe)) {
    add(fold(part), at, at + part.length, 'part', tokens);
    at += part.length + 1;
  }
}

function addMixed(found: string, start: number, tokens: Token[]): void {
  let at = 0;
  for (const run of found.matchAll(spaceless)) {
    if (run.index > at) addWord(found.slice(at, run.index), start + at, tokens);
    addPairs(run[0], start + run.index, tokens);
    at = run.index + run[0].length;
  }
  if (at < found.length) addWord(found.slice(at), start + at, tokens);
}

function addPairs(run: string, start: number, tokens: Token[]): void {
  const characters = [...run.matchAll(/\P{M}\p{M}*/gu)].map(({ 0: text, index }) => ({
    text: simplifyHan(fold(text)),
    start: start + index,
    end: start + index + text.length,
  }));
  characters.forEach((first, at) => {
    const second = characters[at + 1];
    if (second) add(first.text + second.text, first.start, second.end, 'word', tokens);
    else add(first.text, first.start, first.end, at === 0 ? 'word' : 'last', tokens);
  });
}

function add(folded: string, start: number, end: number, kind: Token['kind'], tokens: Token[]) {
  const word = folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, '').slice(0, maxWordLength);
  if (word) tokens.push({ word, start, end, kind });
}

/**
 * Pairs of characters from an OpenCC dictionary, such as `亂 乱|亞 亚`. The first of several targets is
 * the most common.
 */
function readPairs(dictionary: string): Map<string, string> {
  return new Map(
    dictionary.split('|').flatMap((pair): [string, string][] => {
      const [from, to] = pair.split(' ');
      return from && to ? [[from, to]] : [];
    }),
  );
}

const simplified = readPairs(traditionalForms);
for (const [form, traditional] of readPairs(japaneseForms)) {
  const simple = simplified.get(traditional) ?? traditional;
  if (!simplified.has(form) && simple !== form) simplified.set(form, simple);
}

/**
 * Returns a character's simplified form, so that traditional, simplified and Japanese forms match.
 */
function simplifyHan(character: string): string {
  return simplified.get(character) ?? character;
}
