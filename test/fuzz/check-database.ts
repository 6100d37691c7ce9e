import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import type { VersionOutline } from '../../server/books/outline.ts';
import type { Database, Queries } from '../../server/db/open.ts';
import type { Section, Tree } from '../../server/epub/contract.ts';

const Warnings = z.array(z.object({ code: z.string(), message: z.string() }));

const decompress = promisify(brotliDecompress);

/** Tables with the parts of a book version. */
const parts = ['epub_files', 'sections', 'style_sheets', 'resources'] as const;

/**
 * Finds inconsistencies that an import must not leave in the database: damaged pages, orphaned
 * rows, books with missing parts or broken references. Empty if there are none.
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
    if (version.book === null) found.push(`${version.id} is a version without a book`);
    found.push(...(await checkVersion(db, version)));
  }
  return found;
}

async function findDamage({ engine, query }: Database): Promise<string[]> {
  if (engine !== 'sqlite') return [];
  const { rows } = await sql<Record<string, unknown>>`pragma integrity_check`.execute(query);
  const foreignKeyErrors = await sql<Record<string, unknown>>`pragma foreign_key_check`.execute(
    query,
  );
  return [
    ...rows.map((row) => String(row['integrity_check'])).filter((result) => result !== 'ok'),
    ...foreignKeyErrors.rows.map(
      (row) => `a row of ${String(row['table'])} has a broken foreign key`,
    ),
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
      ...rows.map(({ version_id }) => `${table} has rows of ${version_id}, which does not exist`),
    );
  }
  const withoutVersion = await query
    .selectFrom('books')
    .select('id')
    .where('version_id', 'not in', query.selectFrom('book_versions').select('id'))
    .execute();
  return [...found, ...withoutVersion.map(({ id }) => `${id} has no version`)];
}

/** Finds books without exactly one `book.created` event. */
async function findUnreported({ query }: Database): Promise<string[]> {
  const events = await query
    .selectFrom('events')
    .select('book_id')
    .where('type', '=', 'book.created')
    .execute();
  const counts = Map.groupBy(events, ({ book_id }) => book_id);
  const books = await query.selectFrom('books').select('id').execute();
  return books.flatMap(({ id }) => {
    const count = counts.get(id)?.length ?? 0;
    return count === 1 ? [] : [`${id} has ${count} book.created events`];
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
  // Damaged files are omitted with a warning.
  const isAvailable = (path: string) =>
    paths.has(path) ||
    warnings.some(({ code, message }) => code === 'file_damaged' && message.includes(path));
  const { files, sections, sheets, paths } = await partsOf(query, version.id);
  const found: string[] = [];
  const expect = (condition: boolean, problem: string) => {
    if (!condition) found.push(`${version.id}: ${problem}`);
  };

  expect(files.length === 1, 'its file is missing');
  expect(sections.length > 0, 'it has no section');
  expect(sections.length === outline.readingOrder.length, 'sections are missing');
  expect(version.cover_path === null || paths.has(version.cover_path), 'its cover is missing');
  for (const { src } of outline.fonts) expect(paths.has(pathOf(src)), `${src} is missing`);
  for (const { section, offset } of positionsOf(outline)) {
    const length = outline.readingOrder[section]?.length ?? -1;
    expect(offset >= 0 && offset <= length, `the navigation points to ${section}:${offset}`);
  }
  for (const [index, { position, content }] of sections.entries()) {
    const section = sectionOf(await decompress(content));
    expect(position === index && section.index === index, `section ${index} is ${position}`);
    expect(section.length === lengthOf(section.tree), `section ${index} has an incorrect length`);
    expect(
      section.length === outline.readingOrder[index]?.length,
      `section ${index} has another length`,
    );
    for (const id of section.styles) expect(sheets.has(id), `the sheet ${id} is missing`);
    for (const url of resourceUrlsOf(section)) {
      expect(isAvailable(pathOf(url)), `${url} of section ${index} is missing`);
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

function* positionsOf({ toc, pageList, landmarks }: VersionOutline) {
  const pending = [...toc];
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    pending.push(...entry.children);
    if (entry.section !== null) yield { section: entry.section, offset: entry.offset };
  }
  yield* pageList;
  yield* landmarks;
}

function lengthOf(tree: Tree): number {
  if (typeof tree === 'string') return tree.length;
  return tree.slice(2).reduce((sum: number, child) => sum + lengthOf(treeOf(child)), 0);
}

/** URLs of images and media. Links are excluded, because their target files may be omitted. */
function* resourceUrlsOf({ tree, overlay }: Section): Generator<string> {
  for (const { src } of overlay?.clips ?? []) yield src;
  const pending: Tree[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === 'string') continue;
    const [, attributes, ...children] = node;
    for (const name of ['src', 'poster']) {
      const value = attributes[name];
      if (value?.startsWith('resource:')) yield value;
    }
    pending.push(...children);
  }
}

/** A child of a tree element. */
function treeOf(child: unknown): Tree {
  return child as Tree;
}
