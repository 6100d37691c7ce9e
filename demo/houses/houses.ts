import { hollisWren } from './hollis-wren/house.ts';
import type { House } from './house.ts';
import { northmoor } from './northmoor/house.ts';
import { zapAlley } from './zap-alley/house.ts';

/** The houses of the demo's shop, in the order of its windows. */
export const houses: readonly House[] = [hollisWren, zapAlley, northmoor];
