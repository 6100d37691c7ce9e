import { join } from 'node:path';
import type { DatabaseLocation, Engine } from '../../../server/db/open.ts';
import { newPostgresDatabase } from '../../server/postgres.ts';
import type { EngineCalls } from './engine-process.ts';
import type { BaselineCalls } from './baseline-process.ts';
import type { ReceiverCalls } from './receivers-process.ts';
import { type Remote, startRemote } from './remote.ts';

export type Receivers = Remote<ReceiverCalls>;
export type Baseline = Remote<BaselineCalls>;
export type DeliveryEngine = Remote<EngineCalls>;

const script = (name: string): string => join(import.meta.dirname, `${name}-process.ts`);

export const startReceivers = (): Receivers => startRemote<ReceiverCalls>(script('receivers'));
export const startBaseline = (): Baseline => startRemote<BaselineCalls>(script('baseline'));

let databases = 0;

/** A delivery engine on a new database, with an endpoint at every port. */
export async function startEngine(
  engine: Engine,
  folder: string,
  ports: number[],
  perAccount: number,
): Promise<DeliveryEngine> {
  const remote = startRemote<EngineCalls>(script('engine'));
  await remote.ask('start', await newAddress(engine, folder), ports, perAccount);
  return remote;
}

async function newAddress(engine: Engine, folder: string): Promise<DatabaseLocation> {
  databases += 1;
  return engine === 'sqlite'
    ? { sqlitePath: join(folder, `${databases}.sqlite`) }
    : { url: await newPostgresDatabase({ isDurable: true }) };
}
