import { z } from 'zod';
import type { CursorCodec } from '../../http/pagination.ts';
import { DeploymentId } from '../contract.ts';
import type { Deployments } from '../deployments.ts';

export interface DeploymentRoutesOptions {
  deployments: Deployments;
  cursors: CursorCodec;
  /** Origin of this server as seen by clients, without a trailing slash. */
  publicUrl: string;
  /** Comma-separated addresses and networks allowed to use internal routes; loopback always is. */
  internalPeers: string | null;
}

export const DeploymentParams = z.strictObject({ deploymentId: DeploymentId });

export const tags = ['Deployments'];
export const NoQuery = z.strictObject({});

/** A logo, four fonts in Base64, and the other members. */
export const maxBodyBytes = 2.5 * 1024 * 1024;
