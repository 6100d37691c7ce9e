import type { Database } from '../../db/open.ts';
import { type LookUpTxt } from '../../deployments/domains.ts';
import { listAllDeployments } from '../../deployments/store.ts';
import type { Secrets } from '../../values/secrets.ts';
import { checkDomainUrl } from './check-url.ts';
import { type Check, errorCode, failed, ok, skipped, warning } from './check.ts';

/** Checking more domains would take minutes. */
const maxDomains = 50;

/** The TXT record, address and certificate of every domain, and the key of its deployment. */
export async function checkDomains(
  db: Database,
  lookUpTxt: LookUpTxt,
  secrets: Secrets | null,
): Promise<Check[]> {
  const deployments = await listAllDeployments(db.query).catch(() => []);
  const domains = deployments.flatMap(({ id, keyId, domains: all }) =>
    all.map((domain) => ({ id, keyId, ...domain })),
  );
  if (domains.length === 0) return [skipped('domain', 'No deployment has a domain.')];
  const checks: Check[] = [];
  for (const { id, keyId, host, state, record } of domains.slice(0, maxDomains)) {
    if (keyId === null) {
      checks.push(
        failed(
          'domain',
          `The deployment ${id} of ${host} has no key, so its pages are unavailable.`,
          `svc deployments update ${id} --key key_… (a publishable key of its account)`,
        ),
      );
    }
    checks.push(await checkRecord(record.name, record.value, host, lookUpTxt));
    if (state === 'verified') checks.push(await checkDomainUrl(host, secrets));
    else {
      checks.push(
        warning(
          'domain',
          `${host} is not verified, so it shows no pages.`,
          `Add its TXT record, then run: svc deployments verify ${id} ${host}`,
        ),
      );
    }
  }
  if (domains.length > maxDomains)
    checks.push(skipped('domain', `${domains.length - maxDomains} more domains were not checked.`));
  return checks;
}

async function checkRecord(
  name: string,
  value: string,
  host: string,
  lookUpTxt: LookUpTxt,
): Promise<Check> {
  try {
    const records = await lookUpTxt(name);
    if (records.includes(value)) return ok('domain', `${name} has the TXT record of ${host}.`);
    return failed(
      'domain',
      records.length === 0
        ? `${name} has no TXT record.`
        : `The TXT record at ${name} is not the one of ${host}.`,
      `Add the record: ${name} TXT "${value}"`,
    );
  } catch (error) {
    return failed(
      'domain',
      `The name servers of ${name} did not respond (${errorCode(error)}).`,
      'Check the network and SVC_DNS_SERVERS.',
    );
  }
}
