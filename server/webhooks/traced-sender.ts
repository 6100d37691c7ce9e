import type { Metrics } from '../telemetry/metrics.ts';
import { tracing } from '../telemetry/tracing.ts';
import type { DeliveryJob } from './delivery-queue.ts';
import type { AttemptOutcome, Sender } from './sender.ts';

export interface TracedSender {
  send(
    job: DeliveryJob,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<AttemptOutcome>;
}

/**
 * Measures attempts. If tracing is on, each attempt is a span in the trace of the request that
 * caused the event, even if another process received that request. The receiver gets a
 * `traceparent` header.
 */
export function tracedSender(
  sender: Pick<Sender, 'send'>,
  metrics?: Pick<Metrics, 'deliveryAttempt'>,
): TracedSender {
  return {
    async send(job, headers, signal) {
      const span = tracing()?.start('webhook delivery', {
        kind: 'client',
        parent: job.traceparent,
        attributes: {
          'http.request.method': 'POST',
          // Omits the path, which often contains a secret.
          'server.address': URL.canParse(job.url) ? new URL(job.url).hostname : '',
          'svc.delivery_id': job.deliveryId,
          'svc.webhook_id': job.webhookId,
          'svc.event_id': job.eventId,
          'svc.attempt': job.attempts + 1,
        },
      });
      const all = span ? { ...headers, traceparent: span.traceparent } : headers;
      const outcome = await sender.send(job.url, all, job.body, signal);
      const name = outcomeName(outcome);
      metrics?.deliveryAttempt(name, outcome.durationMs / 1000);
      if (outcome.kind === 'answered') span?.set({ 'http.response.status_code': outcome.status });
      span?.end(name === 'delivered' ? null : name);
      return outcome;
    },
  };
}

function outcomeName(outcome: AttemptOutcome) {
  if (outcome.kind === 'failed') return outcome.reason;
  return outcome.status >= 200 && outcome.status <= 299 ? 'delivered' : 'rejected';
}
