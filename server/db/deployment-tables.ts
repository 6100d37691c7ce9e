/** Timestamps are ISO 8601 UTC text, JSON is text. */
export interface DeploymentTables {
  deployments: {
    id: string;
    account_id: string;
    name: string;
    /** JSON object: settings other than files and domains. */
    settings: string;
    /** JSON object `{file, width, height, alt}`. */
    logo: string | null;
    /** JSON list of `{file, family, weight, style}`. */
    fonts: string;
    /** Increases with every change. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** Logos and fonts; the name contains their digest. */
  deployment_files: {
    deployment_id: string;
    name: string;
    media_type: string;
    bytes: Uint8Array;
  };
  /** Domains requested by deployments; several can request the same one. */
  deployment_domains: {
    deployment_id: string;
    host: string;
    /** Required value of the TXT record. */
    value: string;
    checked_at: string | null;
    /** Problem found by the last check. */
    problem: string | null;
    created_at: string;
  };
  /** Verified hosts; each belongs to one deployment. */
  verified_hosts: {
    host: string;
    deployment_id: string;
    verified_at: string;
    /** When the record went missing; null if present. */
    missing_since: string | null;
    /** Time of the next check; during a check, when another process may start one. */
    due_at: string;
  };
}
