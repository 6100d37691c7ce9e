import type { OpenapiDocument } from './complete-operations.ts';

const tagDescriptions: Record<string, string> = {
  Books: 'The catalogue: lists, search, records, and what lies below a book.',
  Reader: 'The embedded reader: one request opens one reading session.',
  Content: 'What a reading session fetches. Costs no quota.',
  Deployments: 'White label: a publisher’s look, languages, links and domains, saved by name.',
  Chapters: 'Serial fiction: written here, published now or at its time.',
  Reviews: 'What readers say of books.',
  Affiliates: 'Partners, what they brought, what they earn, and what they were paid.',
  Sales: 'What was sold and given back, to the minor unit.',
  Rates: 'Exchange rates of more than 150 currencies, with their age.',
  Webhooks: 'Events: posted to your addresses, signed, at least once each; and their log.',
  Keys: 'What a key may learn of itself.',
  About: 'This description of the API.',
};

/** Every tag that an operation has, in the order of the table; others behind it. */
export function describeTags(document: OpenapiDocument): void {
  const used = new Set(
    Object.values(document.paths ?? {}).flatMap((path) =>
      Object.values(path ?? {}).flatMap((operation) =>
        typeof operation === 'object' && 'tags' in operation ? (operation.tags ?? []) : [],
      ),
    ),
  );
  const names = new Set([...Object.keys(tagDescriptions), ...used]);
  document.tags = [...names]
    .filter((name) => used.has(name))
    .map((name) => ({ name, description: tagDescriptions[name] ?? `${name}.` }));
}
