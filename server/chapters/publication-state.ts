import { Failure } from '../failure.ts';
import type { StoredChapterState } from './store.ts';
import { clockSkewMs } from '../values/time.ts';

/** The chapter fields that publishing changes. */
export interface PublicationState {
  state: StoredChapterState;
  publishAt: string | null;
  publishedAt: string | null;
}

/** Rejects publication times in the past. @throws Failure `invalid_request`. */
export function checkPublishAt(publishAt: string | undefined, now: Date): void {
  if (publishAt === undefined || Date.parse(publishAt) >= now.getTime() - clockSkewMs) return;
  const detail = 'Must not be in the past.';
  throw new Failure('invalid_request', `/publishAt: ${detail}`, {
    errors: [{ pointer: '/publishAt', detail, reason: 'in_past' }],
  });
}

/** Returns the state after publishing, or null if nothing changes. */
export function publish(
  { state, publishAt, publishedAt }: PublicationState,
  requestedAt: string | undefined,
  now: Date,
): PublicationState | null {
  if (state === 'published') return null;
  if (requestedAt === undefined || Date.parse(requestedAt) <= now.getTime()) {
    return { state: 'published', publishAt: null, publishedAt: now.toISOString() };
  }
  if (state === 'scheduled' && publishAt === requestedAt) return null;
  return { state: 'scheduled', publishAt: requestedAt, publishedAt };
}

/** Returns the state after unpublishing, or null if nothing changes. Drafts stay drafts. */
export function unpublish({ state, publishedAt }: PublicationState): PublicationState | null {
  if (state !== 'published' && state !== 'scheduled') return null;
  return { state: 'unpublished', publishAt: null, publishedAt };
}
