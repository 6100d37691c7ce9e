/** Timestamps are ISO 8601 UTC text, JSON is text. */
export interface DeploymentTables {
  deployments: {
    id: string;
    account_id: string;
    name: string;
    /** JSON object: everything that is neither a file nor a domain. */
    settings: string;
    /** JSON object `{file, width, height, alt}`. */
    logo: string | null;
    /** JSON list of `{file, family, weight, style}`. */
    fonts: string;
    /** Rises with every change. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** Logos and fonts, by a name that has their digest. */
  deployment_files: {
    deployment_id: string;
    name: string;
    media_type: string;
    bytes: Uint8Array;
  };
  /** The domains that a deployment asks for; any number of deployments may ask for the same. */
  deployment_domains: {
    deployment_id: string;
    host: string;
    /** What its TXT record must say. */
    value: string;
    checked_at: string | null;
    /** What was wrong when it was last looked at. */
    problem: string | null;
    created_at: string;
  };
  /** Whose a host is: one deployment's at most. */
  verified_hosts: {
    host: string;
    deployment_id: string;
    verified_at: string;
    /** Since when its record has not been there; null while it is. */
    missing_since: string | null;
    /** When it is looked at again; while a process does so, when another may. */
    due_at: string;
  };
}
