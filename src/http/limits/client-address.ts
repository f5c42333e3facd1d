// Client IP address: the peer's, or the one that trusted proxies report; and the client's network.

import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Client IP address without a port and in one spelling, unlike Fastify's `ip`. */
    readonly clientIp: string;
  }
}

export type AddressReader = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** X-Forwarded-For is followed while each hop is trusted; the client may have made up the entries beyond. */
export function addressReader(trustProxy: Config['trustProxy']): AddressReader {
  if (trustProxy === false) return ({ socket }) => withoutIPv6Prefix(socket.remoteAddress ?? '');
  const isTrusted = typeof trustProxy === 'function' ? trustProxy : compile(trustProxy);
  return ({ socket, headers }) => {
    let address = withoutIPv6Prefix(socket.remoteAddress ?? '');
    const noted = headers['x-forwarded-for'];
    if (noted === undefined) return address;
    const hops = String(noted).split(',').reverse();
    for (const [hop, entry] of hops.entries()) {
      const next = isTrusted(address, hop) ? ipAddressIn(entry.trim()) : null;
      if (next === null) break;
      address = next;
    }
    return address;
  };
}

export function readClientAddresses(app: FastifyInstance, addressOf: AddressReader): void {
  app.decorateRequest('clientIp', {
    getter(this: FastifyRequest) {
      return addressOf(this.raw);
    },
  });
}

/** Proxies may add the port: `203.0.113.7:5678`, `[2001:db8::7]:5678`. */
const IPV4_WITH_PORT = /^([\d.]+):\d+$/;
const BRACKETED = /^\[(.+)\](?::\d+)?$/;

/** Null for words such as `unknown`. */
function ipAddressIn(entry: string): string | null {
  const text = IPV4_WITH_PORT.exec(entry)?.[1] ?? BRACKETED.exec(entry)?.[1] ?? entry;
  if (isIPv4(text)) return text;
  const [address = ''] = text.split('%');
  if (!isIPv6(address)) return null;
  return withoutIPv6Prefix(new SocketAddress({ address, family: 'ipv6' }).address);
}

/** Dual-stack sockets show an IPv4 address as `::ffff:203.0.113.7`. */
export const withoutIPv6Prefix = (address: string) =>
  address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address;

/** Network that rate limits count as one client: an IPv4 address, or the /64 that an IPv6 customer has. */
export const networkOf = ({ clientIp }: FastifyRequest) => networkOfAddress(clientIp);

export function networkOfAddress(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
