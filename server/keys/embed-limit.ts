import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';
import { networkOf } from './address-limit.ts';

/** Books that one household opens in a minute: a person a few, a page full of readers some dozen. */
const embedsPerMinute = 60;
const windowMs = 60_000;
/** Pairs of key and network watched at once: some megabytes. */
const watched = 50_000;

/**
 * Counts an embed of a key that stands in a page's source, in this process alone: one that was copied
 * opens 60 books a minute for each address at most. Fails: `burst`.
 */
export type EmbedLimit = (keyId: string, address: string, nowMs: number) => void;

export function embedLimit(): EmbedLimit {
  // Counted as a size: `max` would take the memory of all of them at once.
  const counts = new LRUCache<string, { since: number; count: number }>({
    maxSize: watched,
    sizeCalculation: () => 1,
  });
  return (keyId, address, nowMs) => {
    const pair = `${keyId} ${networkOf(address)}`;
    const known = counts.get(pair);
    const current = known && nowMs - known.since < windowMs ? known : { since: nowMs, count: 0 };
    if (current.count >= embedsPerMinute) {
      const seconds = Math.max(1, Math.ceil((current.since + windowMs - nowMs) / 1000));
      throw new Failure('burst', `From one address ${embedsPerMinute} books a minute are opened.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
    counts.set(pair, { since: current.since, count: current.count + 1 });
  };
}

export const noEmbedLimit: EmbedLimit = () => undefined;
