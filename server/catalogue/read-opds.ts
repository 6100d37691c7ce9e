import { JSONParser } from '@streamparser/json';
import { type Entry, UnreadableFile } from './contract.ts';
import { fromOpds } from './from-opds.ts';

/** Groups of publications, and groups in groups. */
const paths = ['', 'groups.*.', 'groups.*.groups.*.', 'groups.*.groups.*.groups.*.'].map(
  (group) => `$.${group}publications.*`,
);

const longestPublicationBytes = 4 * 1024 * 1024;

/**
 * The publications of an OPDS 2.0 feed, those of its groups included; further pages are not fetched.
 *
 * @throws UnreadableFile where the JSON breaks off or a publication is larger than 4 MB.
 */
export async function* readOpds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry[]> {
  let place = 0;
  let entries: Entry[] = [];
  const parser = new JSONParser({ paths, keepStack: false, stringBufferSize: 65_536 });
  parser.onValue = ({ value }) => {
    entries.push({ place: (place += 1), kind: 'record', fields: fromOpds(value) });
  };
  const faults: Error[] = [];
  parser.onError = (error) => faults.push(error);
  let bytesSinceLast = 0;
  for await (const piece of pieces(chunks)) {
    parser.write(piece);
    bytesSinceLast = entries.length > 0 ? 0 : bytesSinceLast + piece.length;
    yield entries;
    entries = [];
    if (faults.length > 0) break;
    if (bytesSinceLast > longestPublicationBytes) {
      throw new UnreadableFile(`There are more than 4 MB without an end behind record ${place}.`);
    }
  }
  if (faults.length > 0 || !parser.isEnded) {
    throw new UnreadableFile(`The JSON breaks off behind record ${place}.`, faults[0]);
  }
}

/** Small enough that what a piece holds of records is never much. */
async function* pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 65_536) yield chunk.subarray(at, at + 65_536);
  }
}
