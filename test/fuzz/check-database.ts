import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import type { VersionOutline } from '../../server/books/outline.ts';
import type { Database, Queries } from '../../server/db/open.ts';
import type { Section, Tree } from '../../server/epub/contract.ts';

const Warnings = z.array(z.object({ code: z.string(), message: z.string() }));

const decompress = promisify(brotliDecompress);

/** Tables of a version's parts. */
const parts = ['epub_files', 'sections', 'style_sheets', 'resources'] as const;

/**
 * Everything in the database that is not as an import must leave it: damaged pages, rows of no book,
 * books that lack a part or refer to one that is not there. Empty: all is well.
 */
export async function checkDatabase(db: Database): Promise<string[]> {
  const versions = await db.query
    .selectFrom('book_versions')
    .leftJoin('books', 'books.version_id', 'book_versions.id')
    .select(['book_versions.id', 'outline', 'warnings', 'cover_path', 'books.id as book'])
    .execute();
  const found = [
    ...(await findDamage(db)),
    ...(await findOrphans(db)),
    ...(await findUnreported(db)),
  ];
  for (const version of versions) {
    if (version.book === null) found.push(`${version.id} is the version of no book`);
    found.push(...(await checkVersion(db, version)));
  }
  return found;
}

async function findDamage({ engine, query }: Database): Promise<string[]> {
  if (engine !== 'sqlite') return [];
  const { rows } = await sql<Record<string, unknown>>`pragma integrity_check`.execute(query);
  const strangers = await sql<Record<string, unknown>>`pragma foreign_key_check`.execute(query);
  return [
    ...rows.map((row) => String(row['integrity_check'])).filter((said) => said !== 'ok'),
    ...strangers.rows.map((row) => `a row of ${String(row['table'])} belongs to nothing`),
  ];
}

async function findOrphans({ query }: Database): Promise<string[]> {
  const found: string[] = [];
  for (const table of parts) {
    const rows = await query
      .selectFrom(table)
      .select('version_id')
      .distinct()
      .where('version_id', 'not in', query.selectFrom('book_versions').select('id'))
      .execute();
    found.push(
      ...rows.map(({ version_id }) => `${table} has rows of ${version_id}, which is not there`),
    );
  }
  const unread = await query
    .selectFrom('books')
    .select('id')
    .where('version_id', 'not in', query.selectFrom('book_versions').select('id'))
    .execute();
  return [...found, ...unread.map(({ id }) => `${id} has no text`)];
}

/** Every book has exactly one event that tells of it. */
async function findUnreported({ query }: Database): Promise<string[]> {
  const told = await query
    .selectFrom('events')
    .select('book_id')
    .where('type', '=', 'book.created')
    .execute();
  const counts = Map.groupBy(told, ({ book_id }) => book_id);
  const books = await query.selectFrom('books').select('id').execute();
  return books.flatMap(({ id }) => {
    const count = counts.get(id)?.length ?? 0;
    return count === 1 ? [] : [`${id} has ${count} events of its making`];
  });
}

interface VersionRow {
  id: string;
  outline: string;
  warnings: string;
  cover_path: string | null;
}

async function checkVersion({ query }: Database, version: VersionRow): Promise<string[]> {
  const outline = outlineOf(version.outline);
  const warnings = Warnings.parse(JSON.parse(version.warnings));
  // What turned out to be damaged is left out, and told.
  const isThere = (path: string) =>
    paths.has(path) ||
    warnings.some(({ code, message }) => code === 'file_damaged' && message.includes(path));
  const { files, sections, sheets, paths } = await partsOf(query, version.id);
  const found: string[] = [];
  const expect = (isSo: boolean, what: string) => {
    if (!isSo) found.push(`${version.id}: ${what}`);
  };

  expect(files.length === 1, 'its file is missing');
  expect(sections.length > 0, 'it has no section');
  expect(sections.length === outline.readingOrder.length, 'sections are missing');
  expect(version.cover_path === null || paths.has(version.cover_path), 'its cover is missing');
  for (const { src } of outline.fonts) expect(paths.has(pathOf(src)), `${src} is missing`);
  for (const { section, offset } of placesOf(outline)) {
    const length = outline.readingOrder[section]?.length ?? -1;
    expect(offset >= 0 && offset <= length, `the contents lead to ${section}:${offset}`);
  }
  for (const [index, { position, content }] of sections.entries()) {
    const section = sectionOf(await decompress(content));
    expect(position === index && section.index === index, `section ${index} is ${position}`);
    expect(section.length === lengthOf(section.tree), `section ${index} is shorter than it says`);
    expect(
      section.length === outline.readingOrder[index]?.length,
      `section ${index} has another length`,
    );
    for (const id of section.styles) expect(sheets.has(id), `the sheet ${id} is missing`);
    for (const address of addressesOf(section)) {
      expect(isThere(pathOf(address)), `${address} of section ${index} is missing`);
    }
  }
  return found;
}

async function partsOf(query: Queries, versionId: string) {
  const files = await query
    .selectFrom('epub_files')
    .select('version_id')
    .where('version_id', '=', versionId)
    .execute();
  const sections = await query
    .selectFrom('sections')
    .select(['position', 'content'])
    .where('version_id', '=', versionId)
    .orderBy('position')
    .execute();
  const sheets = await query
    .selectFrom('style_sheets')
    .select('id')
    .where('version_id', '=', versionId)
    .execute();
  const resources = await query
    .selectFrom('resources')
    .select('path')
    .where('version_id', '=', versionId)
    .execute();
  return {
    files,
    sections,
    sheets: new Set(sheets.map(({ id }) => id)),
    paths: new Set(resources.map(({ path }) => path)),
  };
}

function outlineOf(json: string): VersionOutline {
  return JSON.parse(json) as VersionOutline;
}

function sectionOf(json: Buffer): Section {
  return (JSON.parse(json.toString()) as { data: Section }).data;
}

function pathOf(address: string): string {
  return address.replace(/^resource:/, '').replace(/#.*$/s, '');
}

function* placesOf({ toc, pageList, landmarks }: VersionOutline) {
  const waiting = [...toc];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    waiting.push(...entry.children);
    if (entry.section !== null) yield { section: entry.section, offset: entry.offset };
  }
  yield* pageList;
  yield* landmarks;
}

function lengthOf(tree: Tree): number {
  if (typeof tree === 'string') return tree.length;
  return tree.slice(2).reduce((sum: number, child) => sum + lengthOf(treeOf(child)), 0);
}

/** Addresses of pictures and recordings; a link to a file may lead to one that is left out. */
function* addressesOf({ tree, overlay }: Section): Generator<string> {
  for (const { src } of overlay?.clips ?? []) yield src;
  const waiting: Tree[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') continue;
    const [, attributes, ...children] = node;
    for (const name of ['src', 'poster']) {
      const value = attributes[name];
      if (value?.startsWith('resource:')) yield value;
    }
    waiting.push(...children);
  }
}

/** A member of a tree behind its tag and attributes. */
function treeOf(child: unknown): Tree {
  return child as Tree;
}
