import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { RecordFields } from './record-fields.ts';

const fieldPattern = /^(\w+)(\[\])?(?:\.(\w+))?$/;

/**
 * Our field → source path: `{"title": "name", "contributors[].name": "authors[].full"}`. Our side
 * is a field, `field[]` for a list's entries, `field.member` or `field[].member`. The source side
 * is a dotted path with `[]` after every list or, for CSV, a column name. `=text` sets a constant
 * in every record.
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

/** Converts a source record to our fields, which are then validated like any other. */
export type Mapping = (record: object) => Record<string, unknown>;

/** @throws Failure `invalid_request` that names the mapping's invalid field. */
export function compileMapping(document: unknown, kind: 'json' | 'csv'): Mapping {
  const { data, error } = MappingFile.safeParse(document);
  if (!data) {
    const { path, message } = error.issues[0] ?? { path: [], message: 'is invalid' };
    throw new Failure('invalid_request', `Invalid mapping, ${path.join('.')}: ${message}.`);
  }
  const rules = Object.entries(data).map(([target, sourcePath]) => toRule(target, sourcePath));
  // Constants are last because they complete list entries created by other rules.
  rules.sort((a, b) => Number(a.sourcePath.startsWith('=')) - Number(b.sourcePath.startsWith('=')));
  const lists = rules.filter(({ isList, member }) => isList && member).map(({ field }) => field);
  const read = kind === 'csv' ? readColumn : readJsonPath;
  return (record) => {
    const fields: Record<string, unknown> = {};
    for (const rule of rules) applyRule(rule, fields, record, read);
    for (const name of lists) fields[name] = listOf(fields[name]).filter(Boolean);
    return fields;
  };
}

function toRule(target: string, sourcePath: string): MappingRule {
  const [, field = '', list, member] = fieldPattern.exec(target) ?? [];
  if (!Object.hasOwn(RecordFields.shape, field) || member === '__proto__') {
    throw new Failure('invalid_request', `The mapping contains the unknown field “${target}”.`);
  }
  return { field, isList: list !== undefined, member, sourcePath };
}

type ReadValues = (record: object, path: string, isList: boolean) => unknown[];

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
    for (const [index, value] of values.entries()) {
      if (value !== undefined) (entries[index] ??= {})[member] = value;
    }
    return;
  }
  const values = constant === null ? read(record, sourcePath, isList) : [constant];
  if (isList) fields[field] = [...listOf(fields[field]), ...values];
  else if (!member) fields[field] = values[0];
  // Without an amount, there is no price, even if there is a currency.
  else if (constant === null ? values[0] !== undefined : fields[field] !== undefined) {
    fields[field] = { ...objectOf(fields[field]), [member]: values[0] };
  }
}

function readJsonPath(record: object, path: string): unknown[] {
  let values: unknown[] = [record];
  for (const step of path.split('.')) {
    const name = step.replace(/\[\]$/, '');
    values = values.map((value) => readMember(value, name));
    if (step.endsWith('[]')) values = values.flatMap((value) => value ?? []);
  }
  return values.map((value) => value ?? undefined);
}

/** Reads a CSV cell. List entries are separated by semicolons. An empty cell has no value. */
function readColumn(record: object, column: string, isList: boolean): unknown[] {
  const cell = readMember(record, column);
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
