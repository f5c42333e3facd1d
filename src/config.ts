// The settings: no other code reads the environment. An invalid setting stops the start with an error that names it.

import cluster from 'node:cluster';
import { isIP } from 'node:net';
import { delimiter, resolve } from 'node:path';
import {
  type Environment,
  has,
  isNetwork,
  read,
  readChoice,
  readInteger,
  readSwitch,
  wrong,
} from './environment.ts';
import { OperatorError } from './errors.ts';
import { AI_USES, type AiUses } from './schemas/ai-uses.ts';
import { IDENTITY_LIMITS } from './schemas/identity/identity-limits.ts';
import { IMAGE_LIMITS } from './schemas/images/image-limits.ts';
import { isBlank, isClean } from './schemas/text.ts';

/**
 * PostgreSQL connections per process. The minimum is one to listen, one to search, and two for the rest, so that a
 * transaction leaves one for other queries.
 */
export const DATABASE_CONNECTIONS = { fewest: 4, usual: 15, most: 1_000 } as const;

/** Default of MAX_CONNECTIONS: an idle connection takes about 10 KB. */
const HTTP_CONNECTIONS = 4_096;

const CARD_TIMEOUT_MS = 5_000;

export interface Config {
  readonly workers: number;
  readonly port: number;
  readonly host: string;
  /** File descriptor of the listening socket that the service manager holds, instead of `host` and `port`. */
  readonly socket: number | null;
  /** The service's public URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly dataDir: string;
  /** PostgreSQL's URL, or null for SQLite in dataDir. */
  readonly databaseUrl: string | null;
  /** The URL of a PostgreSQL replica for public reads, or null. */
  readonly databaseReadUrl: string | null;
  /** The maximum number of PostgreSQL connections per process. */
  readonly databasePool: number;
  readonly drainSeconds: number;
  /** The default name; an admin can set another, see operations/identity. */
  readonly siteName: string;
  readonly siteDescription: string | null;
  readonly openSignups: boolean;
  /** How AI readers may use the site's texts, as set by the operator. */
  readonly aiUses: AiUses;
  /** True if an admin must approve first publications. */
  readonly review: boolean;
  readonly rateLimits: boolean;
  /** IP addresses and networks without rate limits. */
  readonly rateLimitExempt: readonly string[];
  readonly maxConnections: number;
  /** Proxies whose forwarding headers are trusted: none, IP addresses, or a number of hops. */
  readonly trustProxy: false | string[] | ((address: string, hop: number) => boolean);
  /** How many seconds caches in front may use a public response without revalidating it. */
  readonly publicMaxAge: number;
  /** The size of the response cache in memory; 0 disables it. */
  readonly responseCacheBytes: number;
  /** The size of the file for long responses that were evicted from memory; 0 disables it. */
  readonly overflowBytes: number;
  /** The memory limit for the bodies of all requests together. */
  readonly bodyMemoryBytes: number;
  readonly imageMegapixels: number;
  /** The URL of the mail server, which may contain a password; null without one. */
  readonly smtpUrl: string | null;
  readonly mailFrom: Mailbox;
  /** The bucket for images, with its secret; null stores images in dataDir. */
  readonly mediaBucket: MediaBucket | null;
  /** Private IP addresses and networks that outbound requests may reach. */
  readonly webhookAllow: readonly string[];
  readonly deliveries: boolean;
  readonly websubHub: string | null;
  /** Settings for link card requests. Only tests set `at`, a server that replaces all sites. */
  readonly cardRequests: { readonly at: string | null; readonly timeoutMs: number };
  readonly securityContact: string | null;
  readonly metrics: boolean;
  /** A separate port for metrics; null serves them on the main port. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  readonly logLevel: LogLevel;
  /** The log has one line for this many cache hits. */
  readonly logSample: number;
}

interface Mailbox {
  readonly name: string | null;
  readonly address: string;
}

export interface MediaBucket {
  /** The bucket's URL, without a trailing slash. */
  readonly endpoint: string;
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** `defaults` apply if a variable is not set; `forced` values always apply. */
export function readConfig(defaults: Environment = {}, forced: Environment = {}): Config {
  return configFrom({ ...defaults, ...process.env, ...forced });
}

/** Settings of earlier versions that no longer have any effect. */
const RETIRED = ['CRAWLER_LIMIT'];

export const retiredSettings = (environment: Environment = process.env): string[] =>
  RETIRED.filter((name) => has(environment, name));

/** The environment for a child process: our own with `more` added. */
export const childEnvironment = (more: Environment): Environment => ({ ...process.env, ...more });

export const programFolders = (environment: Environment = process.env): string[] =>
  (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');

export function configFrom(environment: Environment): Config {
  const port = readInteger(environment, 'PORT', 3000, 1, 65_535);
  const baseUrl = readBaseUrl(environment, port);
  return Object.freeze({
    workers: readInteger(environment, 'WORKERS', 1, 1, 64),
    port,
    host: read(environment, 'HOST') ?? '127.0.0.1',
    socket: readSocket(environment),
    baseUrl,
    dataDir: resolve(read(environment, 'DATA_DIR') ?? 'data'),
    databaseUrl: readDatabaseUrl(environment, 'DATABASE_URL'),
    databaseReadUrl: readReplicaUrl(environment),
    databasePool: readInteger(
      environment,
      'DATABASE_POOL',
      DATABASE_CONNECTIONS.usual,
      DATABASE_CONNECTIONS.fewest,
      DATABASE_CONNECTIONS.most,
    ),
    drainSeconds: readInteger(environment, 'DRAIN_SECONDS', 3, 0, 300),
    siteName: readSiteName(environment),
    siteDescription: read(environment, 'SITE_DESCRIPTION') ?? null,
    aiUses: readAiUses(environment),
    openSignups: readChoice(environment, 'SIGNUPS', ['open', 'closed'], 'closed') === 'open',
    review: readSwitch(environment, 'REVIEW', false),
    rateLimits: readSwitch(environment, 'RATE_LIMITS', true),
    rateLimitExempt: readNetworks(environment, 'RATE_LIMIT_EXEMPT'),
    maxConnections:
      readInteger(environment, 'MAX_CONNECTIONS', 0, 0, 1_000_000) || HTTP_CONNECTIONS,
    cardRequests: { at: null, timeoutMs: CARD_TIMEOUT_MS },
    trustProxy: readTrustProxy(environment),
    publicMaxAge: readInteger(environment, 'PUBLIC_MAX_AGE', 0, 0, 31_536_000),
    responseCacheBytes: readInteger(environment, 'CACHE_MB', 16, 0, 100_000) * 1024 * 1024,
    overflowBytes: readInteger(environment, 'CACHE_DISK_MB', 2_048, 0, 100_000) * 1024 * 1024,
    bodyMemoryBytes: readInteger(environment, 'BODY_MEMORY_MB', 64, 16, 100_000) * 1024 * 1024,
    imageMegapixels: readInteger(
      environment,
      'IMAGE_MEGAPIXELS',
      IMAGE_LIMITS.megapixels,
      1,
      1_000,
    ),
    smtpUrl: readSmtpUrl(environment),
    mailFrom: readMailFrom(environment, baseUrl),
    mediaBucket: readMediaUrl(environment),
    webhookAllow: readNetworks(environment, 'WEBHOOK_ALLOW'),
    deliveries: readSwitch(environment, 'DELIVERIES', true),
    websubHub: readHub(environment, baseUrl),
    securityContact: readSecurityContact(environment),
    metrics: readSwitch(environment, 'METRICS', false) || has(environment, 'METRICS_PORT'),
    metricsPort: readMetricsPort(environment, port),
    metricsHost: readMetricsHost(environment),
    logLevel: readChoice(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    logSample: readInteger(environment, 'LOG_SAMPLE', 100, 1, 1_000_000),
  });
}

/** Only IP addresses, because a name may resolve to an address that others can reach. */
function readMetricsHost(environment: Environment): string {
  const host = read(environment, 'METRICS_HOST') ?? '127.0.0.1';
  if (isIP(host) > 0 || host === 'localhost') return host;
  throw wrong('METRICS_HOST', 'an IP address such as 127.0.0.1 or 0.0.0.0', host);
}

/** The same limits as for a name that an admin sets at the desk. */
function readSiteName(environment: Environment): string {
  const name = read(environment, 'SITE_NAME') ?? 'Standfirst';
  const most = IDENTITY_LIMITS.name;
  if ([...name].length <= most && isClean(name) && !isBlank(name)) return name;
  throw wrong('SITE_NAME', `a name of at most ${most} characters, without control characters`);
}

function readMetricsPort(environment: Environment, port: number): number | null {
  if (!has(environment, 'METRICS_PORT')) return null;
  const own = readInteger(environment, 'METRICS_PORT', 0, 1, 65_535);
  if (own !== port) return own;
  throw wrong('METRICS_PORT', 'a port other than PORT', String(own));
}

/** The number of the first socket in systemd's protocol, sd_listen_fds(3). */
const FIRST_SOCKET = 3;

/** Sockets for another process are ignored. Workers listen on the socket of their leader. */
function readSocket(environment: Environment): number | null {
  const sockets = readInteger(environment, 'LISTEN_FDS', 0, 0, 1_000);
  const owner = cluster.isWorker ? process.ppid : process.pid;
  const isOurs = read(environment, 'LISTEN_PID') === String(owner);
  if (sockets === 0 || !isOurs) return null;
  if (sockets > 1) throw wrong('LISTEN_FDS', 'one socket', String(sockets));
  return FIRST_SOCKET;
}

function readBaseUrl(environment: Environment, port: number): string {
  const value = read(environment, 'BASE_URL') ?? `http://localhost:${port}`;
  const url = URL.parse(value);
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (plain && url.pathname === '/') return url.origin;
  throw wrong('BASE_URL', 'an http or https URL without a path', value);
}

function readReplicaUrl(environment: Environment): string | null {
  const replica = readDatabaseUrl(environment, 'DATABASE_READ_URL');
  if (replica === null || read(environment, 'DATABASE_URL') !== undefined) return replica;
  throw wrong(
    'DATABASE_READ_URL',
    'DATABASE_URL to be set too, to the database that it is a replica of',
  );
}

function readDatabaseUrl(
  environment: Environment,
  name: 'DATABASE_URL' | 'DATABASE_READ_URL',
): string | null {
  const value = read(environment, name);
  if (value === undefined) return null;
  const url = URL.parse(value);
  if (url && /^postgres(ql)?:$/.test(url.protocol) && isPercentEncoded(url.href)) return value;
  throw wrong(name, 'a URL postgres://… with name and password, if any, percent-encoded');
}

function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text).length > 0;
  } catch {
    return false;
  }
}

function readSmtpUrl(environment: Environment): string | null {
  const value = read(environment, 'SMTP_URL');
  if (value === undefined) return null;
  const url = URL.parse(value);
  // A password that is not percent-encoded may end the host early, which a path after the host reveals.
  const isWhole = url && /^\/?$/.test(url.pathname) && !url.hash;
  if (isWhole && url.hostname && /^smtps?:$/.test(url.protocol)) return value;
  throw wrong(
    'SMTP_URL',
    'a URL smtp://… or smtps://… with name and password, if any, percent-encoded',
  );
}

function readMediaUrl(environment: Environment): MediaBucket | null {
  const value = read(environment, 'MEDIA_URL');
  if (value === undefined) return null;
  const url = URL.parse(value);
  const bucket = url?.protocol === 's3:' && isPercentEncoded(url.href) ? bucketAt(url) : null;
  if (bucket) return bucket;
  throw wrong(
    'MEDIA_URL',
    's3://KEY:SECRET@host/bucket, with ?region=… and &tls=off if needed, and the key and ' +
      'secret percent-encoded',
  );
}

const BUCKET = /^\/([A-Za-z0-9][A-Za-z0-9._-]{1,62})\/?$/;
const REGION = /^[a-z0-9-]{1,40}$/;

function bucketAt(url: URL): MediaBucket | null {
  const [, name] = BUCKET.exec(url.pathname) ?? [];
  const { region = 'us-east-1', tls = 'on', ...unknown } = Object.fromEntries(url.searchParams);
  const isPlain = url.hash === '' && Object.keys(unknown).length === 0;
  const isSaid = /^(on|off)$/.test(tls) && REGION.test(region);
  const endpoint = URL.parse(`${tls === 'on' ? 'https' : 'http'}://${url.host}`);
  if (!endpoint || !name || !url.hostname || !url.username || !url.password || !isPlain || !isSaid)
    return null;
  return Object.freeze({
    endpoint: endpoint.origin,
    name,
    region,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  });
}

const MAIL_ADDRESS = /^[^\s<>@,"]+@[^\s<>@,"]+$/;

function readMailFrom(environment: Environment, baseUrl: string): Mailbox {
  const value = read(environment, 'MAIL_FROM');
  if (value === undefined) {
    return { name: null, address: `no-reply@${new URL(baseUrl).hostname}` };
  }
  const [, name = '', address = value] = /^"?([^"<>\p{Cc}]*?)"?\s*<(.*)>$/u.exec(value) ?? [];
  if (MAIL_ADDRESS.test(address)) return { name, address };
  throw wrong('MAIL_FROM', 'an email address, alone or as Name <address>', value);
}

function readTrustProxy(environment: Environment): Config['trustProxy'] {
  const value = read(environment, 'TRUST_PROXY');
  if (value === undefined || value === 'off' || value === 'false' || value === '0') return false;
  // Trusting every proxy would trust visitors, who can put any IP address into the header.
  if (value === 'on' || value === 'true') {
    throw new OperatorError(
      `TRUST_PROXY is not usable: "${value}" would let any client choose its own IP address. Set the number of ` +
        'proxies in front of the service, which is 1 for a single one, or their IP addresses.',
    );
  }
  if (/^\d{1,2}$/.test(value)) return (_address, hop) => hop < Number(value);
  const addresses = value.split(',').map((address) => address.trim());
  if (addresses.every(isProxyAddress)) return addresses;
  throw wrong('TRUST_PROXY', 'off, a number of proxies, or comma-separated IP addresses', value);
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** False for a network of all addresses, which would let visitors choose their own IP address. */
const isProxyAddress = (value: string) =>
  PROXY_NAMES.includes(value) || (isNetwork(value) && !/\/0+$/.test(value));

function readNetworks(environment: Environment, name: string): string[] {
  const value = read(environment, name);
  if (value === undefined) return [];
  const networks = value.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  throw wrong(name, 'comma-separated IP addresses and networks', value);
}

const LOOPBACK_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Accepts plain http only while the service itself runs on its operator's machine. */
function readHub(environment: Environment, baseUrl: string): string | null {
  const value = read(environment, 'WEBSUB_HUB');
  if (value === undefined) return null;
  const url = URL.parse(value);
  const isPlain = url && !url.username && !url.password && !url.hash;
  const isLocal = LOOPBACK_HOST.test(new URL(baseUrl).hostname);
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
    return url.href;
  }
  throw wrong('WEBSUB_HUB', 'an https URL, or http while BASE_URL is on this machine', value);
}

function readSecurityContact(environment: Environment): string | null {
  const value = read(environment, 'SECURITY_CONTACT');
  if (value === undefined) return null;
  if (MAIL_ADDRESS.test(value) && !value.includes(':')) return `mailto:${value}`;
  const url = URL.parse(value);
  if (url && /^(?:https|mailto|tel):$/.test(url.protocol)) return url.href;
  throw wrong('SECURITY_CONTACT', 'an email address, or a URL https://…', value);
}

/** The listed uses are allowed, and all others are not. */
function readAiUses(environment: Environment): AiUses {
  const value = read(environment, 'AI_USES');
  if (value === undefined) return {};
  const given = value === 'none' ? [] : value.split(',').map((each) => each.trim());
  if (given.some((each) => !AI_USES.some((use) => use === each))) {
    throw wrong('AI_USES', `none, or a comma-separated list of ${AI_USES.join(', ')}`, value);
  }
  return Object.fromEntries(AI_USES.map((use) => [use, given.includes(use)]));
}
