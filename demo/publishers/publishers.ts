import { hollisWren } from './hollis-wren/hollis-wren.ts';
import type { Publisher } from './publisher.ts';
import { northmoor } from './northmoor/northmoor.ts';
import { zapAlley } from './zap-alley/zap-alley.ts';

/** The publishers in the demo shop, in display order. */
export const publishers: readonly Publisher[] = [hollisWren, zapAlley, northmoor];
