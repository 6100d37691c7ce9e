import { z } from 'zod';
import type { CursorCodec } from '../../http/pagination.ts';
import { DeploymentId } from '../contract.ts';
import type { Deployments } from '../deployments.ts';

export interface DeploymentRoutesOptions {
  deployments: Deployments;
  cursors: CursorCodec;
  /** Origin that clients reach this server at, without a trailing slash. */
  publicUrl: string;
  /** Addresses and networks, comma-separated, that may ask internal questions; loopback always may. */
  internalPeers: string | null;
}

export const DeploymentParams = z.strictObject({ deploymentId: DeploymentId });

export const tags = ['Deployments'];
export const NoQuery = z.strictObject({});

/** A logo and four fonts in Base64, and the rest. */
export const maxBodyBytes = 2.5 * 1024 * 1024;
