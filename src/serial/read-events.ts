import type { ReaderEvent } from '../../server/reader/contract.ts';

/**
 * The events of a stream, one by one (HTML, section 9.2.6: as much of it as the server sends). Null stands
 * for a comment: the stream is alive.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ReaderEvent | null> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield readEvent(block);
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function readEvent(block: string): ReaderEvent | null {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => /^([^:]*):? ?(.*)$/s.exec(line)?.slice(1) ?? []),
  );
  if (!fields.data) return null;
  return { id: fields.id, type: fields.event, data: JSON.parse(fields.data) };
}
