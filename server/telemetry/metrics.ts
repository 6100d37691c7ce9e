import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type LogEvent, logEvents } from './log-events.ts';

const openOutcomes = ['opened', 'refused', 'failed'] as const;
const quotaDecisions = ['granted', 'uncounted', 'quota_daily', 'quota_monthly', 'burst'] as const;
const attemptOutcomes = [
  'delivered',
  'rejected',
  'refused-target',
  'dns',
  'connect',
  'tls',
  'timeout',
  'closed',
  'garbage',
  'other',
] as const;
const importOutcomes = ['created', 'existing', 'refused', 'failed'] as const;
const storageOperations = ['put', 'get', 'remove'] as const;

export type OpenOutcome = (typeof openOutcomes)[number];
export type QuotaDecision = (typeof quotaDecisions)[number];
/**
 * `delivered` for a 2xx response, `rejected` for any other response, otherwise the reason for the
 * missing response.
 */
export type AttemptOutcomeName = (typeof attemptOutcomes)[number];
export type ImportOutcome = (typeof importOutcomes)[number];
export type StorageOperation = (typeof storageOperations)[number];

/** The metrics of one process. Label values come from closed lists or from the routes. */
export interface Metrics {
  registry: Registry;
  request(labels: { method: string; route: string; status: number }, seconds: number): void;
  open(outcome: OpenOutcome): void;
  quota(decision: QuotaDecision): void;
  search(seconds: number): void;
  deliveryAttempt(outcome: AttemptOutcomeName, seconds: number): void;
  import(outcome: ImportOutcome, seconds: number): void;
  storage(operation: StorageOperation, isSuccess: boolean, seconds: number): void;
  /** Counts a log line at level `warn` or above. */
  logLine(event: LogEvent | 'other'): void;
  build(version: string): void;
}

let sharedMetrics: Registry | null = null;

/** Returns the metrics of Node. They observe the process until it ends, so they exist only once. */
function nodeMetrics(): Registry {
  if (sharedMetrics) return sharedMetrics;
  sharedMetrics = new Registry();
  collectDefaultMetrics({ register: sharedMetrics });
  return sharedMetrics;
}

/**
 * Creates the metrics, including those of Node. All series with labels from closed lists start at
 * 0.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const ofNode = nodeMetrics();
  for (const { name } of ofNode.getMetricsAsArray()) {
    const metric = ofNode.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response times in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const count = (name: string, help: string, label: string, values: readonly string[]) => {
    const counter = new Counter({ name, help, labelNames: [label], registers });
    for (const value of values) counter.inc({ [label]: value }, 0);
    return (value: string) => counter.inc({ [label]: value });
  };
  const measure = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers });
  const opens = count('svc_reader_opens_total', 'Books opened.', 'outcome', openOutcomes);
  const quotas = count(
    'svc_quota_decisions_total',
    'Requests with a key, by the result of their quota check. Uncounted requests use no quota.',
    'decision',
    quotaDecisions,
  );
  const searches = measure(
    'svc_search_duration_seconds',
    'Time to search the catalog, in seconds.',
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  );
  const attempts = count(
    'svc_webhook_attempts_total',
    'Attempts to deliver an event, by outcome.',
    'outcome',
    attemptOutcomes,
  );
  const attemptDurations = measure(
    'svc_webhook_attempt_duration_seconds',
    'Time of an attempt to deliver an event, in seconds.',
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  );
  const imports = count('svc_imports_total', 'EPUB imports.', 'outcome', importOutcomes);
  const importDurations = measure(
    'svc_import_duration_seconds',
    'Time of an EPUB import, in seconds.',
    [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  );
  const storageRequests = new Counter({
    name: 'svc_storage_requests_total',
    help: 'Requests to the object storage.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const storageDurations = new Histogram({
    name: 'svc_storage_request_duration_seconds',
    help: 'Time of a request to the object storage, in seconds.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers,
  });
  for (const operation of storageOperations) {
    for (const outcome of ['ok', 'failed']) storageRequests.inc({ operation, outcome }, 0);
  }
  const problems = count(
    'svc_log_problems_total',
    'Log lines at level warn or above, by event. See docs/reference/monitoring.md.',
    'event',
    [...Object.keys(logEvents), 'other'],
  );
  const builds = new Gauge({
    name: 'svc_build_info',
    help: 'Always 1. The label is the running version.',
    labelNames: ['version'],
    registers,
  });
  return {
    registry,
    request: (labels, seconds) => durations.observe(labels, seconds),
    open: opens,
    quota: quotas,
    search: (seconds) => searches.observe(seconds),
    deliveryAttempt(outcome, seconds) {
      attempts(outcome);
      attemptDurations.observe(seconds);
    },
    import(outcome, seconds) {
      imports(outcome);
      importDurations.observe(seconds);
    },
    storage(operation, isSuccess, seconds) {
      storageRequests.inc({ operation, outcome: isSuccess ? 'ok' : 'failed' });
      storageDurations.observe({ operation }, seconds);
    },
    logLine: problems,
    build: (version) => builds.set({ version }, 1),
  };
}
