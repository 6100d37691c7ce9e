import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isPeerList } from './http/internal-peers.ts';
import { isEngineUrl } from './values/engine-url.ts';
import { quoteValue } from './values/quote-value.ts';
import { isStorageUrl } from './storage/open-object-store.ts';

/**
 * An invalid setting or command line. The message names it and describes valid values. Exit code 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OnOff = z.enum(['on', 'off'], { error: 'must be on or off' });
const Url = z.url({
  protocol: /^https?$/,
  error: 'must be a URL such as https://example.com',
});

const Secret = z.string().min(32, 'must have at least 32 characters');

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port, 0 to 65535')
    .default('8787')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port, 0 to 65535'),
  SVC_DATA: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  SVC_STORAGE_URL: z
    .string()
    .refine(isStorageUrl, 'must be s3://BUCKET, s3://BUCKET/PREFIX or file:///PATH')
    .optional(),
  SVC_SEARCH_URL: z
    .string()
    .refine(isEngineUrl, 'must be a URL such as http://localhost:9200 or https://host:9200/prefix')
    .optional(),
  SVC_DATABASE_CONNECTIONS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999')
    .default('10')
    .transform(Number),
  // Pages, scripts and oEmbed use paths from the host's root.
  SVC_PUBLIC_URL: Url.transform((url) => new URL(url))
    .refine(({ href, origin }) => href === `${origin}/`, {
      error: 'must be a URL without a path, such as https://books.example.com',
    })
    .transform(({ origin }) => origin)
    .optional(),
  SVC_NAME: z
    .string()
    .trim()
    .max(100, 'must have at most 100 characters')
    .default('Digital Publishing API'),
  SVC_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a URL such as smtp://user:password@host:587' })
    .optional(),
  SVC_MAIL_FROM: z
    .string()
    .trim()
    .max(200, 'must have at most 200 characters')
    .regex(/^[^<>\p{Cc}]*<?[^\s<>@]+@[^\s<>@]+>?$/u, {
      error: 'must be a sender such as Books <console@example.com>',
    })
    .optional(),
  SVC_SECRET: Secret.optional(),
  SVC_SECRET_FALLBACKS: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .pipe(z.array(Secret))
    .optional(),
  SVC_CDN_SECRET: Secret.optional(),
  SVC_ROLE: z
    .enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' })
    .default('all'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  NODE_ENV: z.string().optional(),
  SVC_DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number of seconds, 0 to 300')
    .transform(Number)
    .refine((seconds) => seconds <= 300, 'must be a number of seconds, 0 to 300')
    .optional(),
  SVC_BURST_LIMIT: OnOff.default('on'),
  SVC_REQUEST_LOG: OnOff.default('on'),
  SVC_ENRICH: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(
      z.array(
        z.enum(['', 'openlibrary', 'googlebooks'], {
          error: 'must be openlibrary, googlebooks or both, comma-separated',
        }),
      ),
    ),
  SVC_OPENLIBRARY_URL: Url.default('https://openlibrary.org'),
  SVC_GOOGLEBOOKS_URL: Url.default('https://www.googleapis.com'),
  SVC_RATES: OnOff.default('on'),
  SVC_RATES_OPEN_URLS: z
    .string()
    .default(
      'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json,' +
        'https://latest.currency-api.pages.dev/v1/currencies/usd.json',
    )
    .transform((list) => list.split(',').map((url) => url.trim()))
    .refine((urls) => urls.every((url) => Url.safeParse(url).success), {
      error: 'must be comma-separated URLs such as https://example.com/usd.json',
    }),
  SVC_RATES_ECB_URL: Url.default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  SVC_WEBHOOK_LOOPBACK: OnOff.default('off'),
  SVC_KEEP_EVENTS_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of days, 7 to 3650')
    .default('30')
    .transform(Number)
    // Retries and the time until a failing endpoint is disabled can total five days.
    .refine((days) => days >= 7 && days <= 3650, 'must be a number of days, 7 to 3650'),
  SVC_TRUST_PROXY: z
    .string()
    .refine(isProxyList, 'must be comma-separated IP addresses or networks, such as 127.0.0.1')
    .optional(),
  SVC_INTERNAL_PEERS: z
    .string()
    .refine(isPeerList, 'must be comma-separated IP addresses or networks, such as 10.0.0.0/8')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: Url.optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a share of the traces, 0 to 1')
    .default('1')
    .transform(Number),
  SVC_DNS_SERVERS: z
    .string()
    .transform((list) => list.split(',').map((server) => server.trim()))
    .refine((servers) => servers.every(isNameServer), {
      error: 'must be comma-separated addresses of name servers, such as 10.0.0.53 or [::1]:5353',
    })
    .optional(),
});

export interface Config {
  host: string;
  /** 0 lets the system choose a free port. */
  port: number;
  /** Absolute path of the folder with the embedded database and the secret. */
  dataFolder: string;
  /** `postgres://…`, or null for the embedded database. */
  databaseUrl: string | null;
  /** URL of the object storage with the content of books, or null to store it in the database. */
  storageUrl: string | null;
  /** URL of the external search engine. Null if each process searches its own index. */
  searchUrl: string | null;
  /** Maximum number of PostgreSQL connections in this process. */
  databaseConnections: number;
  /** Public origin without a trailing slash. Null to derive it from the host and port. */
  publicUrl: string | null;
  /** Name of the service on its landing page. */
  serviceName: string;
  /** SMTP server and sender of the console's email, or null to send none. */
  mail: { url: string; from: string } | null;
  /** Null to use the secret in the data folder. */
  secret: string | null;
  /** Additional secrets accepted during a rotation of the secret. */
  secretFallbacks: string[];
  /** Signs content URLs for the cache in front of the server, or null if there is none. */
  cacheSecret: string | null;
  /** `worker` serves only health checks, no API. */
  role: 'all' | 'api' | 'worker';
  /** How long `/readyz` returns 503 after SIGTERM before the process stops accepting requests. */
  drainSeconds: number;
  logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
  /** Whether per-second limits apply. Quotas always apply. */
  hasBurstLimit: boolean;
  /** Whether requests with API keys are logged for their accounts. */
  logsRequests: boolean;
  /** External metadata sources to query. Empty to disable enrichment. */
  enrichmentSources: ('openlibrary' | 'googlebooks')[];
  /** Without a trailing slash. */
  openLibraryUrl: string;
  /** Without a trailing slash. */
  googleBooksUrl: string;
  /** Whether exchange rates are refreshed on a schedule. */
  refreshesRates: boolean;
  /** URLs of the open data set's `usd.json`, most preferred first. */
  openRatesUrls: string[];
  /** The ECB's daily feed. */
  ecbRatesUrl: string;
  /** Whether webhooks may use loopback addresses. For development only. */
  allowLoopback: boolean;
  /** Retention of events and completed deliveries, in days. */
  eventRetentionDays: number;
  /** Proxies whose `X-Forwarded-For` header is trusted, or null for none. */
  trustProxy: string | null;
  /**
   * Addresses and networks other than this machine that may use internal routes, or null for none.
   */
  internalPeers: string | null;
  /**
   * URL of the trace collector, or null if tracing is off. The exporter reads it from the
   * environment.
   */
  tracesEndpoint: string | null;
  /** Share of the traces to record, 0–1. */
  sampledShare: number;
  /** Name servers for domain verification, or null to use the system's. */
  dnsServers: string[] | null;
}

/**
 * Reads the environment. Empty variables count as unset. @throws UsageError if a variable is
 * invalid.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const nonEmpty = Object.entries(environment).filter(([, value]) => value !== '');
  const { data, error } = Environment.safeParse(Object.fromEntries(nonEmpty));
  if (error) {
    const problems = error.issues.map(({ path: [name = ''], message }) => {
      const value = environment[String(name)] ?? '';
      // URLs can contain a password, before the host or in the query.
      const isSecret = /SECRET/.test(String(name)) || /@|password=/i.test(value);
      return `${String(name)} ${message}${isSecret ? '' : `, got ${quoteValue(value)}`}`;
    });
    throw new UsageError(`Invalid environment variables: ${problems.join('; ')}.`);
  }
  return {
    host: data.HOST,
    port: data.PORT,
    dataFolder: resolve(data.SVC_DATA),
    databaseUrl: data.DATABASE_URL ?? null,
    storageUrl: data.SVC_STORAGE_URL ?? null,
    searchUrl: data.SVC_SEARCH_URL ?? null,
    databaseConnections: data.SVC_DATABASE_CONNECTIONS,
    publicUrl: data.SVC_PUBLIC_URL ?? null,
    serviceName: data.SVC_NAME,
    mail: readMail(data),
    secret: data.SVC_SECRET ?? null,
    secretFallbacks: data.SVC_SECRET_FALLBACKS ?? [],
    cacheSecret: data.SVC_CDN_SECRET ?? null,
    role: data.SVC_ROLE,
    drainSeconds: data.SVC_DRAIN_SECONDS ?? (data.NODE_ENV === 'production' ? 5 : 0),
    logLevel: data.LOG_LEVEL,
    hasBurstLimit: data.SVC_BURST_LIMIT === 'on',
    logsRequests: data.SVC_REQUEST_LOG === 'on',
    enrichmentSources: [...new Set(data.SVC_ENRICH)].filter((name) => name !== ''),
    openLibraryUrl: data.SVC_OPENLIBRARY_URL.replace(/\/+$/, ''),
    googleBooksUrl: data.SVC_GOOGLEBOOKS_URL.replace(/\/+$/, ''),
    refreshesRates: data.SVC_RATES === 'on',
    openRatesUrls: data.SVC_RATES_OPEN_URLS,
    ecbRatesUrl: data.SVC_RATES_ECB_URL,
    allowLoopback: data.SVC_WEBHOOK_LOOPBACK === 'on',
    eventRetentionDays: data.SVC_KEEP_EVENTS_DAYS,
    trustProxy: data.SVC_TRUST_PROXY ?? null,
    internalPeers: data.SVC_INTERNAL_PEERS ?? null,
    tracesEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    sampledShare: data.OTEL_TRACES_SAMPLER_ARG,
    dnsServers: data.SVC_DNS_SERVERS ?? null,
  };
}

/** Variables of the command line, the proxy and the tests that begin like those of the server. */
const otherVariables = /^SVC_(?:SERVER|KEY|URL|HOST|UPSTREAM|TEST_\w+)$/;

/** Names of variables that begin with `SVC_`, but that nothing reads, such as misspelled ones. */
export function unknownVariables(environment: Record<string, string | undefined>): string[] {
  return Object.keys(environment).filter(
    (name) =>
      name.startsWith('SVC_') &&
      !Object.hasOwn(Environment.shape, name) &&
      !otherVariables.test(name),
  );
}

function readMail({ SVC_SMTP_URL: url, SVC_MAIL_FROM: from }: z.infer<typeof Environment>) {
  if (url === undefined) return null;
  if (from !== undefined) return { url, from };
  throw new UsageError(
    'SVC_SMTP_URL needs SVC_MAIL_FROM, the sender, such as Books <console@example.com>.',
  );
}

/** Whether every entry in the list is an address, a network, or a name for special networks. */
function isProxyList(list: string): boolean {
  const names = new Set(['loopback', 'linklocal', 'uniquelocal']);
  return list.split(',').every((entry) => names.has(entry.trim()) || isPeerList(entry));
}

/**
 * Whether a string is an IPv4 or IPv6 address, optionally with a port. An IPv6 address with a port
 * requires brackets.
 */
function isNameServer(text: string): boolean {
  const [, v6, v4] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(text) ?? [];
  return isIP(v6 ?? v4 ?? text) !== 0;
}

/**
 * Returns the server's public origin without a trailing slash.
 *
 * @param port - The actual port, if the system chose it.
 */
export function resolvePublicUrl(
  { publicUrl, host, port: configured }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  port = configured,
): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
