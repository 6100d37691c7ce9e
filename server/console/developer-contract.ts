import type { Deployment, Domain, ThemeTokens } from '../deployments/contract.ts';
import type { DayUsage } from '../keys/usage-history.ts';
import type { LoggedRequest } from '../request-log/contract.ts';
import type { ListPage } from './contract.ts';

/** The account's deployments. */
export type DeploymentList = {
  id: string;
  name: string;
  /** The accent color, with one value for all themes or one per theme. Null for the default. */
  accent: ThemeTokens['--svc-accent'] | null;
  domains: Pick<Domain, 'host' | 'state'>[];
  updatedAt: string;
}[];

export interface PublishableKey {
  id: string;
  label: string | null;
  ending: string;
}

/** A deployment with all data that its page shows. */
export interface ConsoleDeployment {
  deployment: Deployment;
  /** Changes whenever the deployment changes. */
  revision: number;
  /** Keys that pages on its domains can use. */
  keys: PublishableKey[];
}

/** A page of the request log. */
export interface RequestPage extends ListPage<LoggedRequest> {
  /** Cursor for requests newer than this page. Null for a page of older requests. */
  latestCursor: string | null;
}

/** Requests by UTC day, oldest first. */
export interface UsageReport {
  days: DayUsage[];
  total: number;
}

/** The webhook portal of a customer. */
export interface PortalDetails {
  /** The customer's name. */
  name: string;
  /** Only webhooks for these books. Empty for all of the account's webhooks. */
  bookIds: string[];
  expiresAt: string;
}
