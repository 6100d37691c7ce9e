/** Longest wait for a part of the book, in ms. A slow connection delivers the largest section in half of it. */
const timeLimitMs = 20_000;

/**
 * Rejects with an error if work takes too long, so that a request that hangs can be repeated. The work itself
 * continues.
 */
export function limitTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, timeLimitMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
