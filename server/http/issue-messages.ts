import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** Maximum number of values in one message. Longer lists are truncated. */
const maxListed = 60;

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  null: '`null`',
  date: 'a date',
};

const formats: Record<string, string> = {
  date: 'a date in the form YYYY-MM-DD, such as 2026-11-21',
  datetime: 'a time in ISO 8601 format, such as 2026-11-21T12:00:00Z',
  time: 'a time of day in the form HH:MM:SS, such as 12:00:00',
  url: 'an absolute URL, such as https://shop.example/hook',
  email: 'an email address, such as reader@shop.example',
};

/**
 * Zod messages in the API's own words. They state the allowed values, without the value that was
 * sent. Schemas can override them.
 */
export function describeIssue(issue: RawIssue): string {
  const rule = describeRule(issue);
  return issue.input === undefined && requiresValue(issue) ? `Required. ${rule}` : rule;
}

function requiresValue({ code }: RawIssue): boolean {
  return code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union';
}

function describeRule(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${formatOf(issue) ?? typeNames[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return describeValues(issue.values);
    case 'too_small':
      return describeLimit(issue.origin, Number(issue.minimum), 'at least', issue.inclusive);
    case 'too_big':
      return describeLimit(issue.origin, Number(issue.maximum), 'at most', issue.inclusive);
    case 'invalid_format':
      return describeFormat(issue);
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return 'Unknown member.';
    case 'invalid_key':
      return 'A member has an invalid name.';
    default:
      return 'The value has the wrong type or format.';
  }
}

/** Describes a string that must have a format, such as a date. */
function formatOf({ inst }: RawIssue): string | undefined {
  const format: unknown = Reflect.get(Object(inst?._zod.def), 'format');
  return typeof format === 'string' ? formats[format] : undefined;
}

/** Lists the allowed values of a member. */
export function describeValues(values: readonly unknown[]): string {
  const names = values.slice(0, maxListed).map((value) => `\`${String(value)}\``);
  if (values.length > maxListed) names.push('…');
  return names.length === 1 ? `Must be ${names[0]}.` : `Must be one of ${names.join(', ')}.`;
}

function describeLimit(
  origin: string,
  limit: number,
  side: 'at least' | 'at most',
  isInclusive = true,
): string {
  if (origin === 'string' || origin === 'array' || origin === 'set') {
    if (side === 'at least' && limit === 1) return 'Must not be empty.';
    const unit = origin === 'string' ? 'character' : 'entr';
    return `Must have ${side} ${limit} ${pluralOf(unit, limit)}.`;
  }
  if (isInclusive) return `Must be ${side} ${limit}.`;
  return `Must be ${side === 'at least' ? 'greater' : 'less'} than ${limit}.`;
}

function pluralOf(unit: 'character' | 'entr', count: number): string {
  if (unit === 'entr') return count === 1 ? 'entry' : 'entries';
  return count === 1 ? unit : `${unit}s`;
}

function describeFormat(issue: Extract<RawIssue, { code: 'invalid_format' }>): string {
  const named = formats[issue.format];
  if (named) return `Must be ${named}.`;
  return issue.pattern ? `Must match the pattern \`${issue.pattern}\`.` : 'Has the wrong format.';
}
