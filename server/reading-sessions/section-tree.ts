import { z } from 'zod';

/**
 * A section's content as JsonML. Not validated, because sections are sent often and were compiled
 * by this server.
 */
export const SectionTree: z.ZodType = z.unknown().meta({
  id: 'SectionTree',
  description:
    'JsonML: a string, or an array of the tag, the attributes and the children, which are trees.',
  // Does not use `$ref`, because generators would create recursive array types that TypeScript
  // rejects.
  $dynamicAnchor: 'sectionTree',
  anyOf: [
    { type: 'string' },
    {
      type: 'array',
      minItems: 2,
      items: {
        anyOf: [
          { type: 'string' },
          { type: 'object', additionalProperties: { type: 'string' } },
          { type: 'array', items: {}, $dynamicRef: '#sectionTree' },
        ],
      },
    },
  ],
  example: ['p', { class: 'first' }, 'Call me ', ['em', {}, 'Ishmael'], '.'],
});
