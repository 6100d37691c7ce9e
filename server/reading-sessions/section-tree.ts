import { z } from 'zod';

/**
 * A section's content as JsonML. Not validated, because sections are sent often and were compiled by
 * this server.
 */
export const SectionTree: z.ZodType = z.unknown().meta({
  id: 'SectionTree',
  description:
    'JsonML: a text, or an array of the tag, the attributes and the children, which are trees.',
  anyOf: [
    { type: 'string' },
    {
      type: 'array',
      minItems: 2,
      // Not `prefixItems`, which most generators do not support together with `items`.
      items: {
        anyOf: [
          { $ref: '#/components/schemas/SectionTree' },
          { type: 'object', additionalProperties: { type: 'string' } },
        ],
      },
    },
  ],
  example: ['p', { class: 'first' }, 'Call me ', ['em', {}, 'Ishmael'], '.'],
});
