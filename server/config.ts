import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isPeerList } from './http/internal-peers.ts';

/** A wrong setting or a wrong command: the message says which and what would be right. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'WrongUsage';
}

const OnOff = z.enum(['on', 'off'], { error: 'must be on or off' });
const Url = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://example.com',
});

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
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  SVC_DATABASE_CONNECTIONS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999')
    .default('10')
    .transform(Number),
  // Pages, scripts and oEmbed are named from the root of a host.
  SVC_PUBLIC_URL: Url.transform((url) => new URL(url))
    .refine(({ href, origin }) => href === `${origin}/`, {
      error:
        'must be a domain or subdomain of its own without a path, such as https://books.example.com',
    })
    .transform(({ origin }) => origin)
    .optional(),
  SVC_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  SVC_ROLE: z
    .enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' })
    .default('all'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  SVC_BURST_LIMIT: OnOff.default('on'),
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
      error: 'must be addresses such as https://example.com/usd.json, comma-separated',
    }),
  SVC_RATES_ECB_URL: Url.default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  SVC_WEBHOOK_LOOPBACK: OnOff.default('off'),
  SVC_KEEP_EVENTS_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of days, 7 to 3650')
    .default('30')
    .transform(Number)
    // Attempts and the patience with a failing endpoint take up to five days.
    .refine((days) => days >= 7 && days <= 3650, 'must be a number of days, 7 to 3650'),
  SVC_TRUST_PROXY: z
    .string()
    .regex(/^[\w.:/, -]+$/, 'must be addresses or networks, comma-separated')
    .optional(),
  SVC_INTERNAL_PEERS: z
    .string()
    .refine(isPeerList, 'must be addresses or networks, comma-separated')
    .optional(),
  SVC_DNS_SERVERS: z
    .string()
    .transform((list) => list.split(',').map((server) => server.trim()))
    .refine((servers) => servers.every(isNameServer), {
      error: 'must be addresses of name servers, comma-separated, such as 10.0.0.53 or [::1]:5353',
    })
    .optional(),
});

export interface Config {
  host: string;
  /** 0 lets the system pick one. */
  port: number;
  /** Folder of the embedded database and of the secret; absolute. */
  dataFolder: string;
  /** `postgres://…`; null for the embedded database. */
  databaseUrl: string | null;
  /** Most connections that this process has to PostgreSQL. */
  databaseConnections: number;
  /** Origin that readers reach the server at, without a trailing slash; null: host and port. */
  publicUrl: string | null;
  /** Null: the one kept in the data folder. */
  secret: string | null;
  /** `worker` serves no API, only its probes. */
  role: 'all' | 'api' | 'worker';
  logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
  /** Whether the limits per second apply; the quotas always do. */
  hasBurstLimit: boolean;
  /** Sources of metadata outside that are asked about books; empty: none. */
  enrichmentSources: ('openlibrary' | 'googlebooks')[];
  /** Without a trailing slash. */
  openLibraryUrl: string;
  /** Without a trailing slash. */
  googleBooksUrl: string;
  /** Whether exchange rates are refreshed on a schedule. */
  refreshesRates: boolean;
  /** Copies of the open data set's `usd.json`, the preferred one first. */
  openRatesUrls: string[];
  /** The ECB's daily feed. */
  ecbRatesUrl: string;
  /** Whether webhooks may be on this very machine: for development. */
  allowLoopback: boolean;
  /** How long events, and deliveries that have ended, are kept. */
  eventRetentionDays: number;
  /** Proxies whose `X-Forwarded-For` is believed; null: none. */
  trustProxy: string | null;
  /** Addresses and networks that may ask internal questions besides this machine; null: none. */
  internalPeers: string | null;
  /** Name servers that are asked about domains; null: those of the system. */
  dnsServers: string[] | null;
}

/** Reads the environment; an empty variable is one that is not there. Throws `WrongUsage`. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const { data, error } = Environment.safeParse(Object.fromEntries(given));
  if (error) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new UsageError(`The environment is wrong: ${faults.join('; ')}.`);
  }
  return {
    host: data.HOST,
    port: data.PORT,
    dataFolder: resolve(data.SVC_DATA),
    databaseUrl: data.DATABASE_URL ?? null,
    databaseConnections: data.SVC_DATABASE_CONNECTIONS,
    publicUrl: data.SVC_PUBLIC_URL ?? null,
    secret: data.SVC_SECRET ?? null,
    role: data.SVC_ROLE,
    logLevel: data.LOG_LEVEL,
    hasBurstLimit: data.SVC_BURST_LIMIT === 'on',
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
    dnsServers: data.SVC_DNS_SERVERS ?? null,
  };
}

/**
 * The secret that cursors and session tokens are signed with: the configured one, or the one in the
 * data folder, which is made when it is missing. Processes that start at once get the same.
 *
 * @param random - Bytes from a cryptographic source.
 */
export function readSecret(
  { secret, dataFolder }: Pick<Config, 'secret' | 'dataFolder'>,
  random: (size: number) => Uint8Array,
): string {
  if (secret) return secret;
  mkdirSync(dataFolder, { recursive: true });
  const file = join(dataFolder, 'secret');
  const kept = readIfExists(file);
  if (kept) return kept;
  const draft = `${file}.${Buffer.from(random(6)).toString('hex')}`;
  writeFileSync(draft, Buffer.from(random(32)).toString('base64url'), { mode: 0o600, flag: 'wx' });
  try {
    // A link appears whole or not at all, and only where there is none.
    linkSync(draft, file);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

/** An address of IPv4 or IPv6; with a port, the latter in brackets. */
function isNameServer(text: string): boolean {
  const [, v6, v4] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(text) ?? [];
  return isIP(v6 ?? v4 ?? text) !== 0;
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Origin that readers reach the server at, without a trailing slash.
 *
 * @param port - Where it listens, if the system picked one.
 */
export function resolvePublicUrl(
  { publicUrl, host, port: configured }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  port = configured,
): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
