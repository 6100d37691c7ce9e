import { z } from 'zod';
import type { CursorCodec } from '../../http/pagination.ts';
import { DeploymentId } from '../contract.ts';
import type { Deployments } from '../deployments.ts';

export interface DeploymentRoutesOptions {
  deployments: Deployments;
  cursors: CursorCodec;
  /** Origin at which clients reach this server, without a trailing slash. */
  publicUrl: string;
  /**
   * Comma-separated addresses and networks that may use internal routes. Loopback addresses always
   * may.
   */
  internalPeers: string | null;
}

export const DeploymentParams = z.strictObject({ deploymentId: DeploymentId });

export const tags = ['Deployments'];
export const NoQuery = z.strictObject({});

/** Maximum body size, for a logo, four fonts in Base64, and the other members. */
export const maxBodyBytes = 2.5 * 1024 * 1024;
