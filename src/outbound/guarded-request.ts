// Outbound requests, guarded against SSRF. Every request to a URL that a stranger chose must go through here.

import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Config } from '../config.ts';
import { type Resolve, systemResolve } from './dns-lookup.ts';
import {
  hostOf,
  isForeignPort,
  isLoopback,
  isOfLoopback,
  mayReach,
  Networks,
} from './ip-address-guard.ts';
import {
  type Answered,
  type Failed,
  failed,
  type Outcome,
  outcomeOf,
  type Refused,
  refused,
  Stop,
} from './outcomes.ts';

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  /** The timeout for the whole request, from the DNS lookup to the last byte. */
  readonly timeoutMs: number;
  /** The maximum number of bytes read from the response body; the rest is dropped. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

type Rules = Pick<Config, 'baseUrl' | 'webhookAllow'>;

/** Sends one request without following redirects. Never throws because of the other side. */
export async function guardedRequest(
  rules: Rules,
  target: string,
  sent: Sent,
  resolve: Resolve = systemResolve,
): Promise<Outcome> {
  const allowed = new Networks(rules.webhookAllow);
  const url = judged(rules, target, allowed);
  if (!(url instanceof URL)) return url;
  return exchange(open(url, rules, sent, checkedLookup(resolve, allowed)), sent);
}

/** The reason to refuse the URL, as far as it is known without a request, or null. */
export async function obstacleTo(
  rules: Rules,
  target: string,
  resolve: Resolve = systemResolve,
): Promise<Refused | Failed | null> {
  const allowed = new Networks(rules.webhookAllow);
  const url = judged(rules, target, allowed);
  if (!(url instanceof URL)) return url;
  if (isIP(hostOf(url))) return null;
  try {
    await reachable(hostOf(url), resolve, allowed);
    return null;
  } catch (error) {
    return outcomeOf(error);
  }
}

export interface Accepted {
  readonly http: boolean;
  readonly thisMachine: boolean;
  /** True if the operator allows other networks that are not public. */
  readonly privateNetworks: boolean;
}

/** The URLs accepted in addition to https URLs with public IP addresses, for the advice in forms. */
export function acceptedBy(rules: Rules): Accepted {
  const allowed = new Networks(rules.webhookAllow);
  return {
    http: acceptsHttp(rules),
    thisMachine: mayReach('127.0.0.1', allowed) || mayReach('::1', allowed),
    privateNetworks: rules.webhookAllow.some((network) => !isOfLoopback(network)),
  };
}

/** http is accepted only while the service runs on the operator's machine, for receivers under test. */
const acceptsHttp = ({ baseUrl }: Rules) => isLoopback(new URL(baseUrl));

function judged(rules: Rules, target: string, allowed: Networks): URL | Refused {
  const url = URL.parse(target);
  if (!url || !/^https?:$/.test(url.protocol)) return refused('no_address');
  if (url.protocol === 'http:' && !acceptsHttp(rules)) return refused('not_https');
  if (url.username || url.password) return refused('credentials');
  if (isForeignPort(url)) return refused('foreign_port');
  // A socket calls `lookup` only for names, so IP addresses are checked here; URL parsing has normalised them.
  const host = hostOf(url);
  return isIP(host) && !mayReach(host, allowed) ? refused('special_address') : url;
}

async function reachable(host: string, resolve: Resolve, allowed: Networks) {
  const found = await resolve(host);
  if (found.length === 0) throw new Stop(failed('unknown_name'));
  const open = found.filter((address) => mayReach(address, allowed));
  if (open.length === 0) throw new Stop(refused('special_address'));
  return open.map((address) => ({ address, family: isIP(address) }));
}

/** Connects to the IP addresses that were checked, because a second lookup could return others. */
function checkedLookup(resolve: Resolve, allowed: Networks): LookupFunction {
  return (host, { all }, answer) => {
    reachable(host, resolve, allowed).then(
      (addresses) => {
        const [first] = addresses;
        if (all || !first) answer(null, addresses);
        else answer(null, first.address, first.family);
      },
      (error) => answer(error, []),
    );
  };
}

function open(url: URL, rules: Rules, sent: Sent, lookup: LookupFunction): ClientRequest {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return request({
    hostname: hostOf(url),
    port: url.port,
    path: url.pathname + url.search,
    method: sent.method,
    headers: {
      'user-agent': `Standfirst (+${rules.baseUrl})`,
      'accept-encoding': 'identity',
      ...sent.headers,
    },
    lookup,
    ...(sent.signal && { signal: sent.signal }),
    // No agent, because one might reuse a connection checked for another request, or use the environment's proxy.
    agent: false,
  });
}

async function exchange(request: ClientRequest, { body, timeoutMs, maxBytes }: Sent) {
  const outOfTime = () => request.destroy(new Stop(failed('out_of_time')));
  const deadline = setTimeout(outOfTime, timeoutMs);
  try {
    request.end(body);
    return await answerFrom(await responseTo(request), maxBytes);
  } catch (error) {
    return outcomeOf(error);
  } finally {
    clearTimeout(deadline);
  }
}

const responseTo = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    // The listener must stay attached, because the connection may also break while the body is read.
    request.on('error', reject);
    // A 101 response closes the connection without a response event and without an error.
    request.once('close', () => reject(new Stop(failed('no_connection'))));
  });

async function answerFrom(response: IncomingMessage, maxBytes: number): Promise<Answered> {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = true;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      isWhole = size <= maxBytes;
      // Leaving the loop closes the connection.
      if (!isWhole) break;
    }
  } catch {
    // The status counts even if the body was cut off.
    isWhole = false;
  }
  return {
    kind: 'answered',
    status,
    headers,
    body: Buffer.concat(chunks, Math.min(size, maxBytes)),
    isWhole,
  };
}
