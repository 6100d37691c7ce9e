import { Failure } from '../failure.ts';

/** Each takes some 30 kB: 60 MB for a process that has as many as it may. */
const mostStreams = 2000;
/** A class that reads the same book behind one address. */
const mostOfNetwork = 60;
const patienceSeconds = 30;

/** How many streams are open, of all and of each network. */
export function streamLimit(): { enter: (network: string) => () => void } {
  const counts = new Map<string, number>();
  let total = 0;

  return {
    /** Counts one more, and returns how to count it no longer. @throws Failure `too_many_streams`. */
    enter(network) {
      const count = counts.get(network) ?? 0;
      if (count >= mostOfNetwork) {
        throw refusal(`${mostOfNetwork} streams are open from your address: close some first.`);
      }
      if (total >= mostStreams) throw refusal('This server has no room for another stream now.');
      counts.set(network, count + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}

function refusal(message: string): Failure {
  const headers = { 'Retry-After': String(patienceSeconds) };
  return new Failure('too_many_streams', message, { headers });
}
