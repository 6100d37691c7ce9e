import { z } from 'zod';
import type { Schema } from '../db/schema.ts';
import { type Deployment, DeploymentSettings, type Domain, DomainProblem } from './contract.ts';

const Logo = z.object({ file: z.string(), width: z.int(), height: z.int(), alt: z.string() });
export type StoredLogo = z.infer<typeof Logo>;

const Font = z.object({
  file: z.string(),
  family: z.string(),
  weight: z.string(),
  style: z.enum(['normal', 'italic']),
});
export type StoredFont = z.infer<typeof Font>;

/**
 * A deployment as stored in the database. Files are referenced by the names under which they are
 * served.
 */
export interface StoredDeployment extends DeploymentSettings {
  id: string;
  accountId: string;
  /** Increases with every change except changes to its domains. */
  revision: number;
  name: string;
  logo: StoredLogo | null;
  fonts: StoredFont[];
  /** Sorted by host. */
  domains: Domain[];
  createdAt: string;
  updatedAt: string;
}

/** A domain with its verification state. */
export interface DomainRow {
  host: string;
  value: string;
  checked_at: string | null;
  problem: string | null;
  /** Null for a pending domain. */
  verified_at: string | null;
}

const Fonts = z.array(Font);

export function toStoredDeployment(
  row: Schema['deployments'],
  domains: DomainRow[],
): StoredDeployment {
  return {
    id: row.id,
    accountId: row.account_id,
    revision: row.revision,
    name: row.name,
    ...DeploymentSettings.parse(JSON.parse(row.settings)),
    logo: parseStoredLogo(row.logo),
    fonts: parseStoredFonts(row.fonts),
    domains: domains.map(toDomain),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function parseStoredLogo(json: string | null): StoredLogo | null {
  return json === null ? null : Logo.parse(JSON.parse(json));
}

export function parseStoredFonts(json: string): StoredFont[] {
  return Fonts.parse(JSON.parse(json));
}

export function toDomain(row: DomainRow): Domain {
  const name = txtRecordName(row.host);
  const [reason, detail = ''] = row.problem?.split(' ') ?? [];
  const { data: problemReason = null } = DomainProblem.safeParse(reason);
  const texts = {
    record_missing: `No TXT record found at ${name}.`,
    record_wrong: `The TXT records at ${name} do not include ${row.value}.`,
    lookup_failed: `The name servers of ${name} did not respond (${detail}).`,
  };
  return {
    host: row.host,
    state: row.verified_at === null ? 'pending' : 'verified',
    record: { type: 'TXT', name, value: row.value },
    verifiedAt: row.verified_at,
    checkedAt: row.checked_at,
    problem: problemReason ? texts[problemReason] : row.problem,
    problemReason,
  };
}

/** Returns the name of the TXT record that proves ownership of a host. */
export function txtRecordName(host: string): string {
  return `_svc-reader.${host}`;
}

/** @param publicUrl - Origin at which clients reach this server, without a trailing slash. */
export function toDeployment(stored: StoredDeployment, publicUrl: string): Deployment {
  const { accountId: _accountId, revision: _revision, logo, fonts, ...rest } = stored;
  const urlOf = (file: string) => `${publicUrl}${filePath(stored.id, file)}`;
  return {
    ...rest,
    logo: logo && { url: urlOf(logo.file), ...logoSize(logo), alt: logo.alt },
    fonts: fonts.map(({ file, ...font }) => ({ ...font, url: urlOf(file) })),
  };
}

/** Returns the path of a logo or font, which is valid on every host. */
function filePath(deploymentId: string, file: string): string {
  return `/content/deployments/${deploymentId}/${file}`;
}

function logoSize({ width, height }: StoredLogo) {
  return { width, height };
}
