import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { RecordFields } from './record-fields.ts';

const fieldPattern = /^(\w+)(\[\])?(?:\.(\w+))?$/;

/**
 * Our field → theirs: `{"title": "name", "contributors[].name": "authors[].full"}`. Ours is a field,
 * `field[]` for the entries of a list, `field.member` or `field[].member`. Theirs is a dotted path with
 * `[]` behind every list on the way, in CSV a column; `=text` stands for that text in every record.
 */
export const MappingFile = z
  .record(z.string().max(200), z.string().max(500))
  .refine((mapping) => Object.keys(mapping).length <= 200, 'more than 200 fields');

interface MappingRule {
  field: string;
  isList: boolean;
  member: string | undefined;
  sourcePath: string;
}

/** What a mapping makes of one of their records: our fields, to be checked like any other. */
export type Mapping = (theirs: object) => Record<string, unknown>;

/** @throws Failure `invalid_request` that names the field of the mapping that cannot be. */
export function compileMapping(document: unknown, kind: 'json' | 'csv'): Mapping {
  const { data, error } = MappingFile.safeParse(document);
  if (!data) {
    const { path, message } = error.issues[0] ?? { path: [], message: 'is none' };
    throw new Failure('invalid_request', `The mapping ${path.join('.')}: ${message}.`);
  }
  const rules = Object.entries(data).map(([our, theirs]) => toRule(our, theirs));
  // Constants fill the entries that the others have made.
  rules.sort((a, b) => Number(a.sourcePath.startsWith('=')) - Number(b.sourcePath.startsWith('=')));
  const lists = rules.filter(({ isList, member }) => isList && member).map(({ field }) => field);
  const read = kind === 'csv' ? readColumn : readJsonPath;
  return (theirs) => {
    const fields: Record<string, unknown> = {};
    for (const rule of rules) applyRule(rule, fields, theirs, read);
    for (const name of lists) fields[name] = listOf(fields[name]).filter(Boolean);
    return fields;
  };
}

function toRule(our: string, sourcePath: string): MappingRule {
  const [, field = '', list, member] = fieldPattern.exec(our) ?? [];
  if (!Object.hasOwn(RecordFields.shape, field) || member === '__proto__') {
    throw new Failure('invalid_request', `The mapping names “${our}”, which is no field of ours.`);
  }
  return { field, isList: list !== undefined, member, sourcePath };
}

type ReadValues = (theirs: object, path: string, isList: boolean) => unknown[];

function applyRule(
  { field, isList, member, sourcePath }: MappingRule,
  fields: Record<string, unknown>,
  record: object,
  read: ReadValues,
) {
  const constant = sourcePath.startsWith('=') ? sourcePath.slice(1) : null;
  if (isList && member) {
    const entries = entriesOf(fields, field);
    const values = constant === null ? read(record, sourcePath, true) : entries.map(() => constant);
    for (const [at, value] of values.entries()) {
      if (value !== undefined) (entries[at] ??= {})[member] = value;
    }
    return;
  }
  const values = constant === null ? read(record, sourcePath, isList) : [constant];
  if (isList) fields[field] = [...listOf(fields[field]), ...values];
  else if (!member) fields[field] = values[0];
  // A price without an amount is no price, whatever its currency.
  else if (constant === null ? values[0] !== undefined : fields[field] !== undefined) {
    fields[field] = { ...objectOf(fields[field]), [member]: values[0] };
  }
}

function readJsonPath(theirs: object, path: string): unknown[] {
  let values: unknown[] = [theirs];
  for (const step of path.split('.')) {
    const name = step.replace(/\[\]$/, '');
    values = values.map((value) => readMember(value, name));
    if (step.endsWith('[]')) values = values.flatMap((value) => value ?? []);
  }
  return values.map((value) => value ?? undefined);
}

/** Lists in a cell are parted by semicolons; an empty cell is nothing. */
function readColumn(theirs: object, column: string, isList: boolean): unknown[] {
  const cell = readMember(theirs, column);
  if (typeof cell !== 'string' || !cell.trim()) return [];
  if (!isList) return [cell];
  return cell.split(';').map((part) => part.trim() || undefined);
}

function readMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

function entriesOf(fields: Record<string, unknown>, field: string): Record<string, unknown>[] {
  const entries = (fields[field] ??= []);
  return entries as Record<string, unknown>[];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
