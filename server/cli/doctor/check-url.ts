import { randomBytes } from 'node:crypto';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import { isIP } from 'node:net';
import { isRenewalOverdue } from '../../console/domain-certificate.ts';
import { SelfCheck, selfCheckPath, selfCheckProof } from '../../http/self-check-route.ts';
import type { Secrets } from '../../values/secrets.ts';
import { type Check, errorCode, failed, ok, skipped, warning } from './check.ts';
import { clockCheck } from './check-database.ts';
import { checkProxy } from './check-proxy.ts';

const timeoutMs = 8000;
/** An address of a documentation network (RFC 5737), which no client has. */
const forgedAddress = '203.0.113.77';

/** A server's response at a URL. */
interface Answer {
  self: SelfCheck;
  isProven: boolean;
  dateMs: number | null;
}

/** Requests the public URL as a reader would, and checks the request that arrives at the server. */
export async function checkPublicUrl(origin: string, secrets: Secrets | null): Promise<Check[]> {
  const answer = await requestSelf(origin, secrets, 'public-url');
  if ('id' in answer) return [answer];
  const checks = [ok('public-url', `${origin} reaches a server with this secret.`)];
  if (!answer.isProven) {
    checks[0] = failed(
      'public-url',
      `${origin} reaches another server, or one with another secret.`,
      'Check the DNS records, and where the proxy forwards requests. If you changed the server’s secret, restart the server.',
    );
  }
  checks.push(await checkCertificate(origin), checkForwarding(origin, answer.self));
  if (answer.dateMs !== null)
    checks.push(clockCheck(Math.abs(answer.dateMs - Date.now()), `the server at ${origin}`));
  if (secrets && answer.isProven) checks.push(...(await checkProxy(origin, secrets)));
  return checks;
}

/** Whether readers of a publisher's domain reach this server over TLS. */
export async function checkDomainUrl(host: string, secrets: Secrets | null): Promise<Check> {
  const answer = await requestSelf(`https://${host}`, secrets, 'domain');
  if ('id' in answer) return answer;
  if (answer.isProven) return ok('domain', `https://${host} reaches this server.`);
  return failed(
    'domain',
    `https://${host} reaches another server.`,
    `Point ${host} (CNAME, or A and AAAA) to this server’s proxy.`,
  );
}

async function requestSelf(
  origin: string,
  secrets: Secrets | null,
  id: string,
): Promise<Answer | Check> {
  const nonce = randomBytes(18).toString('base64url');
  const url = `${origin}${selfCheckPath}?nonce=${nonce}`;
  let response: Response;
  try {
    response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { Accept: 'application/json', 'X-Forwarded-For': forgedAddress },
    });
  } catch (error) {
    return unreachable(id, origin, errorCode(error));
  }
  const { status, headers } = response;
  const { data } = SelfCheck.safeParse(await response.json().catch(() => null));
  if (data) {
    const isProven = secrets !== null && data.proof === selfCheckProof(secrets, nonce);
    const date = Date.parse(headers.get('Date') ?? '');
    return { self: data, isProven, dateMs: Number.isNaN(date) ? null : date };
  }
  if (status >= 502 && status <= 504) {
    return failed(
      id,
      `The proxy at ${origin} does not reach the server (status ${status}).`,
      'Start the server, and check that the proxy forwards requests to its HOST and PORT.',
    );
  }
  if (status >= 300 && status < 400) {
    return failed(
      id,
      `${origin} redirects to ${headers.get('Location')}.`,
      id === 'domain'
        ? 'Let the proxy forward requests for this domain, without a redirect.'
        : 'Set SVC_PUBLIC_URL to the final URL, without a redirect.',
    );
  }
  if (status === 401 || status === 403) {
    return failed(
      id,
      `Something in front of the server rejects requests to ${origin} (status ${status}).`,
      'Remove the sign-in, bot check or address filter of the proxy for this host.',
    );
  }
  return failed(
    id,
    `A different program responds at ${origin} (status ${status}).`,
    'Check the DNS records, and that the proxy forwards all paths to the server.',
  );
}

const certificateCodes: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from a private authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate chain is incomplete or from a private authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an unknown authority',
};

function unreachable(id: string, origin: string, code: string): Check {
  const { hostname } = new URL(origin);
  const certificate = certificateCodes[code];
  if (certificate !== undefined) {
    return failed(
      'tls',
      `${origin} cannot be trusted, because ${certificate} (${code}).`,
      'Configure the proxy to request a certificate from a public authority. For a private authority, set NODE_EXTRA_CA_CERTS to its root certificate for svc doctor.',
    );
  }
  if (/^ERR_SSL|^EPROTO|TLSV1/.test(code)) {
    return failed(
      'tls',
      `${origin} does not answer with TLS (${code}).`,
      `Check that the proxy serves ${hostname} and could obtain a certificate. Its log may state the reason.`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return failed(
      id,
      `${hostname} has no address in DNS (${code}).`,
      `Add an A and AAAA record, or a CNAME record, for ${hostname} that points to the proxy.`,
    );
  }
  const problem = code === 'ECONNREFUSED' ? 'accepts no connections' : 'does not answer';
  return failed(
    id,
    `${origin} ${problem} (${code}).`,
    `Start the proxy, and open its port in the firewall. Check that ${hostname} points to it.`,
  );
}

async function checkCertificate(origin: string): Promise<Check> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol === 'http:') {
    return /^(localhost|127\.|\[::1\])/.test(hostname)
      ? skipped('tls', `${origin} is this machine.`)
      : failed(
          'tls',
          `${origin} is not encrypted, so anyone on the way can read keys and books.`,
          'Put a TLS proxy in front of the server, and set SVC_PUBLIC_URL to its https:// URL.',
        );
  }
  const certificate = await readCertificate(hostname, Number(port || 443));
  if (!certificate) return skipped('tls', 'The certificate could not be read.');
  const until = new Date(certificate.valid_to).toISOString().replace('T', ' ').slice(0, 16);
  const text = `The certificate for ${hostname} is valid until ${until} UTC.`;
  return isRenewalOverdue(certificate, new Date())
    ? warning('tls', text, 'Check the proxy’s log for renewal errors.')
    : ok('tls', text);
}

function readCertificate(host: string, port: number): Promise<DetailedPeerCertificate | null> {
  return new Promise((resolve) => {
    const servername = isIP(host) ? {} : { servername: host };
    const socket = connect({ host, port, timeout: timeoutMs, ...servername }, () => {
      resolve(socket.getPeerCertificate(true));
      socket.destroy();
    });
    socket.once('error', () => resolve(null));
    socket.once('timeout', () => socket.destroy(new Error('timeout')));
  });
}

function checkForwarding(origin: string, self: SelfCheck): Check {
  if (self.address === forgedAddress) {
    return failed(
      'forwarding',
      'The server trusts X-Forwarded-For headers that clients send, so anyone can evade the limits per IP address.',
      'Configure the proxy to overwrite the header, as in deploy/Caddyfile, and list only the proxy in SVC_TRUST_PROXY.',
    );
  }
  if (self.origin !== origin) {
    return failed(
      'forwarding',
      `The server sees requests for ${origin} as ${self.origin}, so its links are wrong.`,
      'Set SVC_TRUST_PROXY to the address from which the proxy connects, and let it send Host and X-Forwarded-Proto.',
    );
  }
  return ok(
    'forwarding',
    `The server sees its public URL and the client’s address ${self.address}.`,
  );
}
