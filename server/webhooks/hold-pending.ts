import type { Queries } from '../db/open.ts';

/** Keeps what waits for a disabled endpoint until it is asked for. */
export async function holdPending(tx: Queries, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'held', due_at: null, lease: null })
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .execute();
}
