import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FailureDetail } from '../failure.ts';
import { ruleOf } from './detail-reason.ts';
import { quoteValue } from '../values/quote-value.ts';
import { describeIssue, describeValues } from './issue-messages.ts';

/** An issue that zod found, as the validator reports it. */
export interface Issue {
  instancePath: string;
  keyword: string;
  message?: string;
  params: Record<string, unknown>;
}

/** A part of a request: its schema, and the value that was sent. */
export interface RequestPart {
  /** `body`, `querystring`, `params` or `headers`. */
  context: string;
  schema: z.ZodType | null;
  value: unknown;
}

/** Values whose names match are never repeated in messages. `tokens` are those of a theme. */
const secretName = /token(?!s)|secret|password|signature|authorization/i;
const maxExampleCharacters = 300;

/** Returns the part of a request that failed validation. */
export function requestPart(request: FastifyRequest, context: string): RequestPart {
  const { schema } = request.routeOptions;
  const values: Record<string, unknown> = {
    body: request.body,
    querystring: request.query,
    params: request.params,
    headers: request.headers,
  };
  const schemas: Record<string, unknown> = {
    body: schema?.body,
    querystring: schema?.querystring,
    params: schema?.params,
    headers: schema?.headers,
  };
  return { context, schema: toZod(schemas[context]), value: values[context] };
}

function toZod(schema: unknown): z.ZodType | null {
  if (schema instanceof z.ZodType) return schema;
  const media = MediaTypes.safeParse(schema);
  const json = media.data?.content['application/json']?.schema;
  return json instanceof z.ZodType ? json : null;
}

const MediaTypes = z.object({
  content: z.record(z.string(), z.object({ schema: z.unknown() })),
});

/** Converts an issue to locations in the request, each with what is allowed and what was sent. */
export function toDetails(issue: Issue, part: RequestPart): FailureDetail[] {
  const path = issue.instancePath.split('/').slice(1).filter(Boolean);
  if (issue.keyword === 'unrecognized_keys') return unknownNames(issue, path, part);
  const found = issue.keyword === 'invalid_union' ? findDeepestIssue(issue.params) : null;
  const whole = [...path, ...(found?.path ?? [])];
  const message = found?.message ?? issue.message ?? 'The value is invalid.';
  const detail = completeMessage(message, issue.keyword, whole, part);
  const rule = ruleOf(issue, valueAt(part.value, whole), memberAt(part.schema, whole));
  return [{ ...locationOf(whole, part.context), detail, ...rule }];
}

function unknownNames({ params }: Issue, path: string[], part: RequestPart): FailureDetail[] {
  const isBody = part.context === 'body';
  const allowed = memberAt(part.schema, path);
  const names = namesOf(allowed);
  const noun = isBody ? 'member' : 'parameter';
  const known = names.map((name) => `\`${name}\``).join(', ');
  const hint = known ? ` Allowed ${noun}s: ${known}.` : ` No ${noun}s are allowed.`;
  const keys = Array.isArray(params['keys']) ? params['keys'].map(String) : [];
  return keys.map((key) => ({
    ...locationOf([...path, key], part.context),
    detail: `Unknown ${noun}.${hint}`,
  }));
}

/** Returns the names of an object's members or of a record with fixed keys. */
function namesOf(schema: z.ZodType | null): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum)
    return schema.keyType.options.map(String);
  return [];
}

function locationOf(path: string[], context: string): { parameter?: string; pointer?: string } {
  if (context === 'body') return { pointer: path.map(pointerStep).join('') };
  return { parameter: path[0] === '*' ? 'path' : (path[0] ?? context) };
}

/** RFC 6901, section 3. */
function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Adds the other limit of a range, the value that was sent, and an example. */
function completeMessage(
  message: string,
  keyword: string,
  path: string[],
  part: RequestPart,
): string {
  const member = memberAt(part.schema, path);
  const value = valueAt(part.value, path);
  const rule = rangeOf(message, member) ?? message;
  const required = value === undefined && !rule.startsWith('Required') ? `Required. ${rule}` : rule;
  const isSecret = secretName.test(path.join('/'));
  const isAboutOthers = keyword === 'custom' && !/^Must (be|have at most) /.test(rule);
  const got = isSecret || isAboutOthers ? null : show(value, rule);
  const hasExample = /such as|for example|one of|from -?\d/i.test(rule);
  const example = hasExample ? null : exampleOf(part.schema, path);
  return `${got === null ? required : withValue(required, got)}${example ? ` For example, ${example}.` : ''}`;
}

function withValue(rule: string, got: string): string {
  // If a second sentence states what to do, the value is in a separate sentence after it.
  return /[.!] [A-Z]/.test(rule) ? `${rule} Got ${got}.` : rule.replace(/\.$/, `, got ${got}.`);
}

/** States both limits of a number instead of only the exceeded one. */
function rangeOf(message: string, member: z.ZodType | null): string | null {
  if (!(member instanceof z.ZodNumber)) return null;
  const { minValue: least, maxValue: most } = member;
  const hasBoth = least !== null && most !== null && least > -1e12 && most < 1e12;
  if (
    !hasBoth ||
    !/^(Required\. )?Must be (at least|at most|a number|a whole number)/.test(message)
  )
    return null;
  const noun = /int/.test(member.format ?? '') ? 'a whole number' : 'a number';
  const prefix = message.startsWith('Required') ? 'Required. ' : '';
  return `${prefix}Must be ${noun} from ${least} to ${most}.`;
}

/** Returns the value as it appears in messages, or null if it was not sent. */
function show(value: unknown, rule: string): string | null {
  if (value === undefined || /not be empty/.test(rule)) return null;
  if (/\d (character|entr)/.test(rule)) {
    if (typeof value === 'string') return String(value.length);
    if (Array.isArray(value)) return String(value.length);
  }
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return quoteValue(value);
}

/** Returns the member's example, or its part of the example of an object that contains it. */
function exampleOf(schema: z.ZodType | null, path: string[]): string | null {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const rest = path.slice(depth);
    let one = wrappedAt(schema, path.slice(0, depth));
    for (; one; one = unwrapOnce(one)) {
      const example = valueAt(one.meta()?.['example'], rest);
      if (example === undefined || example === null) continue;
      const text = typeof example === 'string' ? example : JSON.stringify(example);
      if (text.length <= maxExampleCharacters) return `\`${text}\``;
    }
  }
  return null;
}

/** Returns the schema at a path without its wrappers, or null if it cannot be determined. */
function memberAt(schema: z.ZodType | null, path: readonly string[]): z.ZodType | null {
  let one = wrappedAt(schema, path);
  for (let inner = one && unwrapOnce(one); inner; inner = unwrapOnce(inner)) one = inner;
  return one;
}

function wrappedAt(schema: z.ZodType | null, path: readonly string[]): z.ZodType | null {
  const [step, ...rest] = path;
  if (step === undefined || !schema) return schema;
  const inner = unwrapOnce(schema);
  if (inner) return wrappedAt(inner, path);
  if (schema instanceof z.ZodObject) {
    const member: unknown = Object.hasOwn(schema.shape, step) ? schema.shape[step] : null;
    return member instanceof z.ZodType ? wrappedAt(member, rest) : null;
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) {
    return wrappedAt(schema.element, rest);
  }
  return null;
}

/** Returns the schema inside an optional, default or transformation, or null. */
function unwrapOnce(schema: z.ZodType): z.ZodType | null {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return asSchema(schema.unwrap());
  }
  // `z.preprocess` is a transformation followed by a schema.
  if (schema instanceof z.ZodPipe) {
    return asSchema(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  }
  return null;
}

function asSchema(schema: unknown): z.ZodType | null {
  return schema instanceof z.ZodType ? schema : null;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let one = value;
  for (const step of path) {
    // Issues about an entry of a comma-separated parameter have its index.
    if (typeof one === 'string') one = one.split(',');
    if (typeof one !== 'object' || one === null || !Object.hasOwn(one, step)) return undefined;
    one = new Map<string, unknown>(Object.entries(one)).get(step);
  }
  return one;
}

/**
 * Returns the issue of the best-matching union member, which is the one with the longest path, or
 * null if none matches. Lists the allowed values of all members that match equally well.
 */
function findDeepestIssue({ errors }: Record<string, unknown>) {
  const { data: branches = [] } = UnionIssues.safeParse(errors);
  const firsts = branches.flatMap(([first]) => first ?? []);
  const [deepest] = firsts.toSorted((one, other) => other.path.length - one.path.length);
  if (!deepest || deepest.path.length === 0) return null;
  const path = deepest.path.map(String);
  const same = firsts.filter((one) => one.path.map(String).join('/') === path.join('/'));
  const values = same.flatMap((one) => one.values ?? []);
  const isList = same.every((one) => one.values !== undefined);
  return { path, message: isList ? describeValues([...new Set(values)]) : deepest.message };
}

const UnionIssues = z.array(
  z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      message: z.string(),
      values: z.array(z.unknown()).optional(),
    }),
  ),
);

/** Uses the API's own words in every validation message. */
export function useIssueMessages(): void {
  z.config({ localeError: describeIssue });
}
