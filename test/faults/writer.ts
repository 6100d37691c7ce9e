import { z } from 'zod';
import type { ClientResponse, Client } from './client.ts';
import { type Random, pick } from './seeded-random.ts';

export interface WriterContext {
  ask: Client;
  chance: Random;
  /** Unique among the writers. */
  name: string;
  books: string[];
  /** Records the label of an acknowledged change. */
  acknowledge: (...marks: string[]) => void;
  /** Ids of the resources that are read back at the end. */
  chapters: Set<string>;
  refused: () => void;
  /** An incorrect response. */
  fault: (text: string) => void;
}

const Made = z.object({ data: z.object({ id: z.string(), state: z.string().default('') }) });
const Titled = z.object({ data: z.object({ title: z.string() }) });

/**
 * Makes one change after another, as a shop and a publisher would, including some that must be
 * rejected.
 */
export function writer(context: WriterContext) {
  const { ask, chance, name, books, acknowledge, chapters, refused, fault } = context;
  const sales: { id: string; left: number; order: Record<string, unknown> }[] = [];
  let count = 0;
  const next = (what: string) => `${what}-${name}-${(count += 1)}`;
  const post = (path: string, body: unknown) =>
    ask(path, { method: 'POST', body, idempotencyKey: next('intent') });

  function isDone(answer: ClientResponse, what: string, ...statuses: number[]): boolean {
    if (statuses.includes(answer.status)) return true;
    fault(
      `${what} was answered with ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`,
    );
    return false;
  }

  async function expectRejection(what: string, status: number, answering: Promise<ClientResponse>) {
    if (isDone(await answering, `an invalid request (${what})`, status)) refused();
  }

  async function sell() {
    const order = {
      orderId: next('order'),
      bookId: pick(chance, books),
      quantity: 3,
      unitPrice: { amount: '9.99', currency: 'EUR' },
      occurredAt: new Date(Date.now() - 1000).toISOString(),
    };
    const answer = await post('/v1/sales', order);
    if (!isDone(answer, `the sale ${order.orderId}`, 201)) return;
    sales.push({ id: Made.parse(answer.body).data.id, left: 3, order });
    acknowledge(`sale.completed ${order.orderId}`);
  }

  async function refund() {
    const sale = sales.find(({ left }) => left > 0);
    if (!sale) return sell();
    sale.left -= 1;
    const reason = next('refund');
    const answer = await post(`/v1/sales/${sale.id}/refund`, { quantity: 1, reason });
    if (isDone(answer, `the refund ${reason}`, 200)) acknowledge(`sale.refunded ${reason}`);
  }

  async function publish() {
    const title = next('chapter');
    const publishAt = new Date(Date.now() + 500 + 2000 * chance()).toISOString();
    const created = await post(`/v1/books/${pick(chance, books)}/chapters`, {
      title,
      content: 'A chapter.',
      publishAt,
    });
    if (!isDone(created, `the chapter ${title}`, 201)) return;
    const { id, state } = Made.parse(created.body).data;
    chapters.add(id);
    if (state === 'scheduled') acknowledge(`chapter.scheduled ${title}`);
    acknowledge(`chapter.published ${title}`);
    // Publishes it immediately, while the scheduler may be publishing it too.
    if (chance() < 0.5) isDone(await post(`/v1/chapters/${id}/publish`, {}), title, 200);
    if (chance() < 0.5) await rename(id, `${title} / renamed`);
  }

  /**
   * Acts as a careful client, which reads again if the result is unknown or another change was
   * faster.
   */
  async function rename(id: string, title: string) {
    const path = `/v1/chapters/${id}`;
    for (;;) {
      const { body, etag } = await ask(path);
      if (Titled.parse(body).data.title === title) break;
      const answer = await ask(path, { method: 'PATCH', body: { title }, ifMatch: etag });
      if (answer.status === 412) continue;
      if (!isDone(answer, `the title ${title}`, 200)) return;
      break;
    }
    acknowledge(`chapter.updated ${title}`);
    const stale = { method: 'PATCH', body: { title: next('refused') }, ifMatch: 'W/"0.stale"' };
    await expectRejection('a stale If-Match', 412, ask(path, stale));
  }

  async function review() {
    const reviewer = next('reviewer');
    const path = `/v1/books/${pick(chance, books)}/reviews`;
    const created = await post(path, { rating: 4, reviewer });
    if (!isDone(created, `the review by ${reviewer}`, 201)) return;
    acknowledge(`review.created ${reviewer}`);
    const one = `/v1/reviews/${Made.parse(created.body).data.id}`;
    if (chance() < 0.3) {
      const body = next('words');
      const answer = await ask(one, { method: 'PATCH', body: { body } });
      if (isDone(answer, `the text ${body}`, 200)) acknowledge(`review.updated ${body}`);
    }
    if (chance() < 0.2)
      await expectRejection('a second review', 409, post(path, { rating: 1, reviewer }));
    if (chance() < 0.3) {
      const answer = await ask(one, { method: 'DELETE' });
      // A retry after a broken connection may find it already removed.
      const statuses = answer.isRetried ? [204, 404] : [204];
      if (isDone(answer, `the removal of the review by ${reviewer}`, ...statuses)) {
        acknowledge(`review.deleted ${reviewer}`);
      }
    }
  }

  async function sendInvalid() {
    const sale = sales.at(-1);
    if (!sale) return sell();
    const path = `/v1/sales/${sale.id}/refund`;
    const invalid = [
      () =>
        expectRejection(
          'a second sale with the same order id',
          409,
          post('/v1/sales', { ...sale.order, quantity: 7 }),
        ),
      () =>
        expectRejection('an unknown field', 400, post('/v1/sales', { ...sale.order, gift: true })),
      () =>
        expectRejection(
          'a refund above the amount paid',
          422,
          post(path, { quantity: 4, reason: next('refused') }),
        ),
    ];
    await pick(chance, invalid)();
  }

  return async (): Promise<void> => {
    const kind = chance();
    if (kind < 0.4) await sell();
    else if (kind < 0.6) await refund();
    else if (kind < 0.72) await publish();
    else if (kind < 0.88) await review();
    else await sendInvalid();
  };
}
