import { createHash } from 'node:crypto';
import { Failure } from '../failure.ts';

/**
 * The `ETag` of one thing: its revision, by which a write is compared, and a digest of the answer,
 * which differs from view to view. Weak, because compression changes the bytes.
 */
export function revisionTag(revision: number, answer: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(answer)).digest('base64url');
  return `W/"${revision.toString(36)}.${digest.slice(0, 20)}"`;
}

/**
 * Refuses a write of what has changed since it was read (RFC 9110, section 13.1.1). The tag of any view
 * of the thing will do; without the header everything is as it should be.
 *
 * @param wanted - The header `If-Match`.
 * @throws Failure `precondition_failed`.
 */
export function checkIfMatch(wanted: string | undefined, revision: number): void {
  if (wanted === undefined || wanted.trim() === '*') return;
  const tags = wanted.match(/(?:W\/)?"[^"]*"/g) ?? [];
  const current = revision.toString(36);
  if (tags.some((tag) => tag.replace(/^W\//, '').slice(1).split('.')[0] === current)) return;
  throw new Failure(
    'precondition_failed',
    'It has changed since you read it: read it again, and send the change with its new `ETag`.',
  );
}
