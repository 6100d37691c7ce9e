import type { OpenapiDocument } from './complete-operations.ts';

/** Shows each parameter and each thing once, as it looks in use. */
export function addExamples(document: OpenapiDocument): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path ?? {})) {
      if (typeof operation !== 'object' || !('parameters' in operation)) continue;
      for (const parameter of operation.parameters ?? []) {
        if ('name' in parameter) parameter.example ??= exampleOf(parameter);
      }
    }
  }
  const schemas: Record<string, object> = document.components?.schemas ?? {};
  for (const [name, example] of Object.entries(schemaExamples)) {
    const schema = schemas[name];
    if (schema) Object.assign(schema, { examples: [example] });
  }
}

function exampleOf({ name, schema }: { name: string; schema?: object }): unknown {
  if (schema && 'format' in schema && schema.format === 'date') return '2026-11-20';
  return parameterExamples[name];
}

const ids = {
  bookId: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  versionId: 'ver_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  keyId: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
};

const parameterExamples: Record<string, unknown> = {
  ...ids,
  book: ids.bookId,
  q: 'whale',
  language: 'en,de',
  limit: 10,
  chapter: 0,
  theme: 'dark',
  locale: 'de-AT',
  currency: 'EUR',
  affiliate: 'prt_books_weekly',
  campaign: 'autumn',
  visibility: 'public',
  index: 0,
  sheetId: 'sheet-1',
  path: 'images/whale.jpg',
  e: 1_795_262_400,
  s: 'q0cJc5lJ1vJm2x0abKmX0tS0hbP0kV',
  base: 'USD',
  symbols: 'EUR,JPY',
  from: 'USD',
  to: 'EUR',
  amount: '9.99',
};

const schemaExamples: Record<string, unknown> = {
  KeyRecord: {
    id: ids.keyId,
    tier: 'basic',
    permissions: ['read:books', 'read:reader'],
    usage: {
      today: 1,
      thisMonth: 1,
      dailyLimit: 100,
      monthlyLimit: 1000,
      remainingToday: 99,
      remainingThisMonth: 999,
      resetsAt: '2026-11-22T00:00:00.000Z',
    },
    expiresAt: null,
    createdAt: '2026-11-21T12:00:00.000Z',
  },
  Problem: {
    type: 'https://api.example.com/problems/invalid_request',
    title: 'The request is not valid',
    status: 400,
    detail: 'langauge: There is no such parameter.',
    code: 'invalid_request',
    requestId: 'req_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
    errors: [{ parameter: 'langauge', detail: 'There is no such parameter.' }],
  },
};
