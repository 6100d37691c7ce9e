/** Far longer than any record, far shorter than what would fill the memory. */
export const longestLineBytes = 4 * 1024 * 1024;

const lineFeed = 0x0a;

/**
 * The lines of a file, numbered from 1; null for one that is longer than four megabytes, of which
 * nothing is kept. In groups, since to wait for each line would take longer than to read it.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ number: number; line: Buffer | null }[]> {
  let number = 1;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const take = (piece: Buffer): Buffer | null => {
    const length = heldBytes + piece.length;
    const line = held.length > 0 ? Buffer.concat([...held, piece]) : piece;
    held = [];
    heldBytes = 0;
    return length > longestLineBytes ? null : line;
  };
  for await (const chunk of chunks) {
    const lines = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      lines.push({ number: number++, line: take(chunk.subarray(start, end)) });
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    heldBytes += rest.length;
    if (heldBytes > longestLineBytes) held = [];
    else if (rest.length > 0) held.push(rest);
    if (lines.length > 0) yield lines;
  }
  if (heldBytes > 0) yield [{ number, line: take(Buffer.alloc(0)) }];
}
