/**
 * Stable names of log lines (`event`) with their meaning. Names never change, even if the message
 * does, because alerts and searches use them. `docs/reference/monitoring.md` lists them.
 */
export const logEvents = {
  'request.completed': 'A response was sent.',
  'request.aborted': 'The connection broke before the response was complete.',
  'request.failed': 'A request failed unexpectedly, and was answered with 500.',
  'request.overloaded':
    'A request was answered with 503, because the database or the object storage was not available.',
  'request_log.dropped': 'Requests are missing from the accounts’ request logs.',
  'quota.refund_failed': 'A request that does not count was counted. The refund is retried.',
  'quota.warning_failed': 'An event about a used quota was not written. It is retried.',
  'keys.last_uses_failed': 'The times at which keys were last used were not stored.',
  'idempotency.store_failed': 'A response was not stored under its idempotency key.',
  'database.unreachable': '`/readyz` could not reach the database.',
  'search.load_failed': 'The search index could not be read. `/readyz` retries it.',
  'reader.impression_failed': 'An opened book is missing from the affiliate reports.',
  'reader.changes_failed': 'Open readers were not notified of changed chapters. It is retried.',
  'page.failed': 'A served page could not be sent.',
  'rates.refreshed': 'New exchange rates were stored.',
  'rates.rejected': 'Exchange rates were implausible, and were not used.',
  'rates.fetch_failed': 'Exchange rates could not be fetched. Another source or time is tried.',
  'rates.refresh_failed': 'Exchange rates could not be stored. It is retried.',
  'rates.backfilled': 'Earlier exchange rates were stored.',
  'rates.backfill_failed': 'Earlier exchange rates could not be fetched.',
  'enrichment.book_enriched': 'A book’s metadata was completed.',
  'enrichment.source_failed': 'A metadata source did not answer. It is retried later.',
  'enrichment.failed': 'A book’s metadata could not be completed.',
  'recompilation.completed': 'A book was compiled again by a newer compiler.',
  'recompilation.book_failed': 'A book could not be compiled again. It keeps its content.',
  'recompilation.failed': 'Books to compile again could not be read. It is retried.',
  'chapters.published': 'Scheduled chapters were published.',
  'chapters.publish_failed': 'Scheduled chapters could not be published. It is retried.',
  'webhooks.claim_failed': 'Due deliveries could not be read. It is retried.',
  'webhooks.attempt_failed': 'A delivery failed in this server. It is retried.',
  'domains.recheck_failed': 'Custom domains could not be verified again. It is retried.',
  'popularity.update_failed': 'The popularity of books could not be updated. It is retried.',
  'analytics.count_failed': 'Readings could not be counted. It is retried.',
  'analytics.prune_failed': 'Expired analytics could not be deleted. It is retried.',
  'retention.prune_failed': 'Expired rows could not be deleted. It is retried.',
  'console.mail_failed': 'An email of the console was not sent.',
  'sign_in.provider_unavailable': 'An identity provider did not answer. Its users cannot sign in.',
  'sign_in.failed': 'A single sign-on failed, because of its answer or its settings.',
  'component.kept': 'A build with the same version is already published, and stays.',
  'tracing.export_failed': 'The trace collector rejects spans or cannot be reached.',
  'metrics.query_failed': 'Metrics from the database are missing from a response of `/metrics`.',
} as const satisfies Record<string, string>;

export type LogEvent = keyof typeof logEvents;

/** Returns the event in a log line's members, or `other` for lines from libraries. */
export function eventOf(members: object): LogEvent | 'other' {
  const event: unknown = Reflect.get(members, 'event');
  return isLogEvent(event) ? event : 'other';
}

function isLogEvent(value: unknown): value is LogEvent {
  return typeof value === 'string' && Object.hasOwn(logEvents, value);
}
