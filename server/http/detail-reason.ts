import { z } from 'zod';
import { type DetailReason, detailReasons, type FailureDetail } from '../failure.ts';
import type { Issue } from './invalid-request.ts';

type Rule = Pick<FailureDetail, 'reason' | 'values'>;

const byFormat: Readonly<Record<string, DetailReason>> = {
  email: 'email',
  url: 'url',
  date: 'date',
  datetime: 'date',
};

/**
 * Returns the rule that a value violates, or an empty object if the rule has no name. Refinements
 * name their rule in `params`.
 *
 * @param value - The value that was sent.
 * @param member - Its schema.
 */
export function ruleOf(issue: Issue, value: unknown, member: z.ZodType | null): Rule {
  const named = DetailReason.safeParse(Object(issue.params['params'])['reason']);
  if (named.success) return { reason: named.data };
  if (value === undefined || value === null || value === '') return { reason: 'required' };
  switch (issue.keyword) {
    case 'too_small':
    case 'too_big':
      return limitOf(issue, member);
    case 'invalid_type':
      return { reason: member instanceof z.ZodNumber ? 'not_a_number' : 'format' };
    case 'invalid_value':
      return { reason: 'not_allowed' };
    case 'invalid_format':
      return { reason: byFormat[String(issue.params['format'])] ?? 'format' };
    default:
      return {};
  }
}

function limitOf({ keyword, params }: Issue, member: z.ZodType | null): Rule {
  const [least, most] = [Number(params['minimum']), Number(params['maximum'])];
  const isSmall = keyword === 'too_small';
  switch (params['origin']) {
    case 'string':
      // A text of spaces, which the schema trims.
      if (isSmall && least === 1) return { reason: 'required' };
      return isSmall
        ? { reason: 'too_short', values: { min: least } }
        : { reason: 'too_long', values: { max: most } };
    case 'array':
    case 'set':
      return isSmall ? { reason: 'required' } : { reason: 'too_many', values: { max: most } };
    default:
      return rangeOf(member);
  }
}

function rangeOf(member: z.ZodType | null): Rule {
  const { minValue: min, maxValue: max } = member instanceof z.ZodNumber ? member : {};
  const isRange = typeof min === 'number' && typeof max === 'number' && Math.abs(max) < 1e12;
  return isRange ? { reason: 'out_of_range', values: { min, max } } : {};
}

const DetailReason = z.enum(detailReasons);
