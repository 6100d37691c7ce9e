import { Failure } from '../failure.ts';
import type { StoredChapterState } from './store.ts';
import { clockSkewMs } from '../values/time.ts';

/** What of a chapter publishing changes. */
export interface PublicationState {
  state: StoredChapterState;
  publishAt: string | null;
  publishedAt: string | null;
}

/** Whether something can still be done then. @throws Failure `invalid_request`. */
export function checkPublishAt(publishAt: string | undefined, now: Date): void {
  if (publishAt === undefined || Date.parse(publishAt) >= now.getTime() - clockSkewMs) return;
  const detail = 'Must not be in the past.';
  throw new Failure('invalid_request', `/publishAt: ${detail}`, {
    errors: [{ pointer: '/publishAt', detail }],
  });
}

/** Null when that changes nothing: what is published stays so. */
export function publish(
  { state, publishAt, publishedAt }: PublicationState,
  wanted: string | undefined,
  now: Date,
): PublicationState | null {
  if (state === 'published') return null;
  if (wanted === undefined || Date.parse(wanted) <= now.getTime()) {
    return { state: 'published', publishAt: null, publishedAt: now.toISOString() };
  }
  if (state === 'scheduled' && publishAt === wanted) return null;
  return { state: 'scheduled', publishAt: wanted, publishedAt };
}

/** Null when that changes nothing: what nobody has seen or awaits need not be taken back. */
export function unpublish({ state, publishedAt }: PublicationState): PublicationState | null {
  if (state !== 'published' && state !== 'scheduled') return null;
  return { state: 'unpublished', publishAt: null, publishedAt };
}
