import { BlockList, isIP } from 'node:net';

/**
 * Returns a function that matches loopback addresses and those on the list.
 *
 * @param list - Comma-separated addresses and networks, such as `10.0.0.0/8, fd00::1`.
 */
export function internalPeerMatcher(list: string | null): (address: string) => boolean {
  const peers = new BlockList();
  peers.addSubnet('127.0.0.0', 8, 'ipv4');
  peers.addAddress('::1', 'ipv6');
  for (const entry of (list ?? '').split(',')) {
    const [address = '', bits] = entry.trim().split('/');
    const family = ipFamily(address);
    if (!family) continue;
    if (bits === undefined) peers.addAddress(address, family);
    else peers.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const family = ipFamily(address);
    return family !== null && peers.check(address, family);
  };
}

/** Whether every entry in the list is an IP address or a network. */
export function isPeerList(list: string): boolean {
  return list.split(',').every((entry) => {
    const [address = '', bits, more] = entry.trim().split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    return isIP(address) !== 0 && isNetwork && more === undefined;
  });
}

function ipFamily(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
}
