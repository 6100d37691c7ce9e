import { readFileSync } from 'node:fs';

const guide = new URL('../../docs/guides/content-security-policy.md', import.meta.url);

/** The policy from the guide, as a header for a page that loads its reader from this server. */
export function documentedPolicy(server: string): string {
  const policy = /<!-- policy -->\n\n```\n(.*?)```/s.exec(readFileSync(guide, 'utf8'))?.[1];
  if (!policy) throw new Error('The guide contains no policy.');
  return policy.replaceAll('https://books.example', server).replaceAll(/\s+/g, ' ').trim();
}
