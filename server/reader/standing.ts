import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';

/** A revocation reaches every process within it: half of the minute that is promised. */
const freshMs = 30_000;
const answersKept = 20_000;

/** Whose a session is: the key that opened it, and the session itself where a server did. */
export interface SessionOwner {
  keyId: string;
  /** Null when a page opened it. */
  sessionId: string | null;
}

export type Standing = ReturnType<typeof standing>;

/** Whether what a session rests on still holds; looked up at most twice a minute for each. */
export function standing({
  now,
  isKeyUsable,
  isSessionOpen,
}: {
  now: () => Date;
  isKeyUsable: (keyId: string) => Promise<boolean>;
  isSessionOpen: (sessionId: string) => Promise<boolean>;
}) {
  const known = new LRUCache<string, { isGood: boolean }>({
    max: answersKept,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    fetchMethod: async (id) => ({
      isGood: id.startsWith('ses_') ? await isSessionOpen(id) : await isKeyUsable(id),
    }),
  });

  return {
    /**
     * @param forceRefresh - Asks the database, whatever is known.
     * @throws Failure `key_revoked`, `session_ended`.
     */
    async check({ keyId, sessionId }: SessionOwner, { forceRefresh = false } = {}): Promise<void> {
      const [key, session] = await Promise.all(
        [keyId, sessionId].map((id) => id && known.fetch(id, { forceRefresh })),
      );
      if (!key || !key.isGood) {
        throw new Failure('key_revoked', 'The key that opened this session is no longer valid.');
      }
      if (sessionId !== null && !(session && session.isGood)) {
        throw new Failure('session_ended', 'This reading session was ended by who opened it.');
      }
    },
  };
}
