import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { dayMs } from '../values/time.ts';
import { toAttemptError } from '../webhooks/attempt-error.ts';
import type { ResolveHost } from '../webhooks/resolve-host.ts';
import { guardedLookup, type TargetRules } from '../webhooks/target-guard.ts';

/**
 * Result of connecting to a domain as readers' browsers do. `expiring`: valid, but its renewal is
 * overdue. `no_address`: no public address. `unreachable`: no connection. `no_tls`: a connection,
 * but no certificate.
 */
export type CertificateState =
  | 'valid'
  | 'expiring'
  | 'expired'
  | 'wrong_name'
  | 'untrusted'
  | 'no_address'
  | 'unreachable'
  | 'no_tls';

export interface DomainCertificate {
  state: CertificateState;
  /** ISO 8601 UTC. Null without a certificate. */
  expiresAt: string | null;
  /** Name of the authority. Null without a certificate. */
  issuer: string | null;
}

export interface CertificateOptions extends TargetRules {
  resolve: ResolveHost;
  now: () => Date;
  port?: number;
}

export type ReadCertificate = (host: string) => Promise<DomainCertificate>;

const timeoutMs = 5000;
/** Certificates of public authorities are renewed at least two weeks before they expire. */
const renewalDays = 14;

/** States by error code of OpenSSL and Node. Other faults of a certificate are `untrusted`. */
const faults: Readonly<Record<string, CertificateState>> = {
  CERT_HAS_EXPIRED: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_name',
};

/** Reads the certificates of domains, as a browser does. Connects only to public addresses. */
export function certificateReader(options: CertificateOptions): ReadCertificate {
  const { resolve, now, allowLoopback, port = 443 } = options;
  const lookup = guardedLookup(resolve, { allowLoopback });
  return (host) =>
    new Promise((finish) => {
      // Nothing is sent, so a connection without a valid certificate does no harm.
      const socket = connect({ host, servername: host, port, lookup, rejectUnauthorized: false });
      let isConnected = false;
      const end = (certificate: DomainCertificate) => {
        clearTimeout(timer);
        socket.destroy();
        finish(certificate);
      };
      const fail = (state: CertificateState) => end({ state, expiresAt: null, issuer: null });
      const timer = setTimeout(() => fail('unreachable'), timeoutMs);
      socket.once('connect', () => (isConnected = true));
      socket.once('secureConnect', () => end(describe(socket, now())));
      socket.on('error', (error) => {
        const { reason } = toAttemptError(error);
        if (reason === 'dns' || reason === 'refused-target') fail('no_address');
        else fail(isConnected ? 'no_tls' : 'unreachable');
      });
    });
}

function describe(socket: TLSSocket, now: Date): DomainCertificate {
  const certificate = socket.getPeerCertificate();
  return {
    state: stateOf(socket, certificate, now),
    expiresAt: new Date(certificate.valid_to).toISOString(),
    issuer: nameOf(certificate.issuer.O) ?? nameOf(certificate.issuer.CN),
  };
}

function stateOf(socket: TLSSocket, certificate: PeerCertificate, now: Date): CertificateState {
  if (socket.authorized) return isRenewalOverdue(certificate, now) ? 'expiring' : 'valid';
  // The types describe an error, but Node sets its code.
  return faults[String(socket.authorizationError)] ?? 'untrusted';
}

/** Names can occur several times. */
function nameOf(name: string | string[] | undefined): string | null {
  return (Array.isArray(name) ? name[0] : name) ?? null;
}

/**
 * Whether a certificate expires soon. Short-lived certificates, such as those of Caddy's own
 * authority, are renewed after two thirds of their lifetime.
 */
export function isRenewalOverdue(
  { valid_from: from, valid_to: to }: Pick<PeerCertificate, 'valid_from' | 'valid_to'>,
  now: Date,
): boolean {
  const lifetimeDays = (Date.parse(to) - Date.parse(from)) / dayMs;
  const daysLeft = Math.floor((Date.parse(to) - now.getTime()) / dayMs);
  return daysLeft < Math.min(renewalDays, Math.floor(lifetimeDays / 4));
}
