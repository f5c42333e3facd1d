// The IP addresses that outbound requests may reach: public ones, and those that the operator allows.

import { BlockList, isIP, isIPv4 } from 'node:net';

// IANA's special-purpose registries, multicast, and one address that a cloud provider uses for its host.
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network, unspecified
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; a cloud's metadata at 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16', // the host of a virtual machine, in a public-looking guise
  '169.254.0.0/16', // link-local; metadata at 169.254.169.254
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; a cloud's metadata at 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT relays
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

// Only 2000::/3 is assigned as public. The three networks around it cover all others: unspecified, loopback,
// IPv4-mapped, NAT64, discard, unique-local, link-local, multicast.
const SPECIAL_IPV6 = [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

export class Networks {
  // Two lists, because a single one would also compare addresses of one family with networks of the other.
  readonly #ipv4 = new BlockList();
  readonly #ipv6 = new BlockList();

  /** `networks` may be IP addresses, or networks such as 10.0.0.0/8. */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      if (isIPv4(address)) this.#ipv4.addSubnet(address, Number(bits ?? 32), 'ipv4');
      else this.#ipv6.addSubnet(address, Number(bits ?? 128), 'ipv6');
    }
  }

  has(address: string): boolean {
    const version = isIP(address);
    if (version === 4) return this.#ipv4.check(address, 'ipv4');
    return version === 6 && this.#ipv6.check(address, 'ipv6');
  }
}

const SPECIAL = new Networks([...SPECIAL_IPV4, ...SPECIAL_IPV6]);
const LOOPBACK = new Networks(['127.0.0.0/8', '::1']);

/** Always refuses text that is not an IP address, and zones such as `fe80::1%eth0`. */
export function mayReach(address: string, allowed: Networks): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  return !SPECIAL.has(address) || allowed.has(address);
}

/** The host for a socket: an IPv6 address without its brackets. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1');

export function isLoopback(url: URL): boolean {
  const host = hostOf(url);
  return host === 'localhost' || host.endsWith('.localhost') || LOOPBACK.has(host);
}

/** True for IP addresses of this machine, and for networks such as 127.0.0.0/8. */
export const isOfLoopback = (network: string) => LOOPBACK.has(network.replace(/\/.*/, ''));

// Ports that browsers block under the Fetch standard, because servers there might read a request as commands.
const FOREIGN_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10_080,
]);

export const isForeignPort = ({ port }: URL) => port !== '' && FOREIGN_PORTS.has(Number(port));
