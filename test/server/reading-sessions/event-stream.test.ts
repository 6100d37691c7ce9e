import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { eventStream } from '../../../server/reading-sessions/event-stream.ts';

const event = { id: '1', type: 'chapter.published', data: { title: 'x'.repeat(1000) } };

it('an event stream is destroyed if the client stops reading', async () => {
  const { body, send } = eventStream(() => undefined);
  const closed = once(body, 'close');
  for (let count = 0; count < 100; count += 1) send(event);
  await closed;
  assert.ok(body.destroyed);
});

it('an ended event stream ignores further events', async () => {
  let closed = 0;
  const { body, send, comment, end } = eventStream(() => (closed += 1));
  end();
  end();
  send(event);
  comment('late');
  assert.deepEqual(await body.toArray(), []);
  assert.equal(closed, 1);
});
