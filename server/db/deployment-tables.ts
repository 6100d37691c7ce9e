/** Timestamps are ISO 8601 UTC text, and JSON is stored as text. */
export interface DeploymentTables {
  deployments: {
    id: string;
    account_id: string;
    name: string;
    /** JSON object with all settings except files and domains. */
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
  /** Logos and fonts. Their names contain their digests. */
  deployment_files: {
    deployment_id: string;
    name: string;
    media_type: string;
    bytes: Uint8Array;
  };
  /** Domains requested by deployments. Several deployments can request the same domain. */
  deployment_domains: {
    deployment_id: string;
    host: string;
    /** Required value of the TXT record. */
    value: string;
    checked_at: string | null;
    /**
     * A `DomainProblem` found by the last check, and for `lookup_failed` the resolver's error code.
     * Earlier releases stored English text.
     */
    problem: string | null;
    created_at: string;
  };
  /** Verified hosts. Each belongs to one deployment. */
  verified_hosts: {
    host: string;
    deployment_id: string;
    verified_at: string;
    /** When the record disappeared. Null if present. */
    missing_since: string | null;
    /**
     * Time of the next check. During a check, the time from which another process may start one.
     */
    due_at: string;
  };
}
