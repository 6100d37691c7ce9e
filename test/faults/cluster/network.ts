import { spawnSync } from 'node:child_process';

/** Reason why networks cannot be cut on this machine, or null. */
export function networkMissing(): string | null {
  const name = `svcprobe${process.pid}`;
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0)
    return 'network namespaces are not available here (root and iproute2 are required)';
  spawnSync('ip', ['netns', 'del', name]);
  return spawnSync('socat', ['-V']).status === 0 ? null : 'socat is not installed here';
}

export interface CuttableNetwork {
  /** Arguments that start a program inside the network. */
  prefix: string[];
  /** Addresses of the host and of the program, for clients and for the database. */
  front: { host: string; inside: string };
  back: { host: string; inside: string };
  /** Cuts the connection to the database. Packets are lost without an error. */
  cut(): void;
  restore(): void;
  remove(): void;
}

/** A network namespace with two links to the host, of which the one to the database can be cut. */
export function createNetwork(): CuttableNetwork {
  const name = `svc${process.pid % 10_000}`;
  const octet = 16 + (process.pid % 200);
  const ip = (...args: string[]) => {
    const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
  };
  const link = (suffix: string, third: number) => {
    const [outer, inner] = [`${name}${suffix}o`, `${name}${suffix}i`];
    const address = (last: number) => `10.${octet}.${third}.${last}`;
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
    ip('addr', 'add', `${address(1)}/30`, 'dev', outer);
    ip('link', 'set', outer, 'up');
    ip('-n', name, 'addr', 'add', `${address(2)}/30`, 'dev', inner);
    ip('-n', name, 'link', 'set', inner, 'up');
    return { outer, host: address(1), inside: address(2) };
  };
  ip('netns', 'add', name);
  ip('-n', name, 'link', 'set', 'lo', 'up');
  const front = link('f', 1);
  const back = link('b', 2);
  return {
    prefix: ['ip', 'netns', 'exec', name],
    front,
    back,
    cut: () => ip('link', 'set', back.outer, 'down'),
    restore: () => ip('link', 'set', back.outer, 'up'),
    remove: () => ip('netns', 'del', name),
  };
}
