/**
 * Stable names of log lines (`event`) with their meaning. Names never change, even if the message
 * does, because alerts and searches use them. `docs/reference/monitoring.md` lists them.
 */
export const logEvents = {
  'request.completed': 'A response was sent.',
  'request.aborted': 'The connection broke before the response was complete.',
  'request.failed': 'A request failed unexpectedly. The response was 500.',
  'request.overloaded':
    'A request returned 503, because the database, the object storage or the search engine was not available.',
  'request_log.dropped': 'Requests are missing from the accounts’ request logs.',
  'quota.refund_failed': 'A request was counted by mistake. The server retries to subtract it.',
  'quota.warning_failed': 'An event about quota usage was not written. The server retries.',
  'keys.last_uses_failed': 'The times of the keys’ last requests were not stored.',
  'idempotency.store_failed': 'A response was not stored under its idempotency key.',
  'database.unreachable': '`/readyz` could not reach the database.',
  'search.load_failed': 'The search index could not be read. `/readyz` retries it.',
  'search.engine_unreachable':
    'The external search engine did not respond at startup. Searches return 503.',
  'search.index_failed':
    'Changed books could not be indexed in the external search engine. It is retried every second.',
  'search.index_recovered': 'Changed books are indexed in the external search engine again.',
  'reader.impression_failed': 'An opened book is missing from the affiliate reports.',
  'reader.changes_failed':
    'Open readers were not notified of changed chapters. The server retries.',
  'page.failed': 'A served page could not be sent.',
  'rates.refreshed': 'New exchange rates were stored.',
  'rates.rejected': 'Exchange rates were implausible and were not used.',
  'rates.fetch_failed':
    'Exchange rates could not be fetched. The server tries another source, or retries later.',
  'rates.refresh_failed': 'Exchange rates could not be stored. The server retries.',
  'rates.backfilled': 'Earlier exchange rates were stored.',
  'rates.backfill_failed': 'Earlier exchange rates could not be fetched.',
  'enrichment.book_enriched': 'A book’s metadata was completed.',
  'enrichment.source_failed': 'A metadata source did not respond. The server retries later.',
  'enrichment.failed': 'A book’s metadata could not be completed.',
  'recompilation.completed': 'A book was recompiled by a newer compiler.',
  'recompilation.book_failed': 'A book could not be recompiled. It keeps its content.',
  'recompilation.failed': 'Outdated books could not be read. The server retries.',
  'chapters.published': 'Scheduled chapters were published.',
  'chapters.publish_failed': 'Scheduled chapters could not be published. The server retries.',
  'webhooks.claim_failed': 'Due deliveries could not be read. The server retries.',
  'webhooks.attempt_failed': 'A delivery failed in this server. The server retries.',
  'clock.set_back':
    'The clock was set back by more than 20 minutes. Pauses and leases with later times have ended (`ended`), so deliveries are attempted early.',
  'clock.watch_failed':
    'The server could not check whether the clock was set back. It checks again every minute.',
  'domains.recheck_failed': 'Custom domains could not be verified again. The server retries.',
  'popularity.update_failed': 'The popularity of books could not be updated. The server retries.',
  'analytics.count_failed': 'Readings could not be counted. The server retries.',
  'analytics.prune_failed': 'Expired analytics could not be deleted. The server retries.',
  'retention.prune_failed': 'Expired rows could not be deleted. The server retries.',
  'console.mail_failed': 'An email from the console was not sent.',
  'sign_in.provider_unavailable': 'An identity provider did not respond. Its users cannot sign in.',
  'sign_in.failed': 'A single sign-on failed because of the provider’s response or the settings.',
  'component.kept': 'A different build of this version is already published. It is kept.',
  'tracing.export_failed': 'The trace collector rejected spans or could not be reached.',
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
