// The settings: no other code reads the environment. An invalid setting stops the start and is named.

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
import { BOUNDS, type Bounds, CARDS, CONNECTIONS, IMAGES } from './schemas/limits.ts';

export interface Config {
  readonly workers: number;
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly dataDir: string;
  /** PostgreSQL if set, otherwise SQLite in dataDir. */
  readonly databaseUrl: string | null;
  /** A replica of that PostgreSQL, for public reads. */
  readonly databaseReadUrl: string | null;
  /** Most connections to PostgreSQL that a process opens, of every kind. */
  readonly databasePool: number;
  readonly drainSeconds: number;
  /** Default; an admin can set another, see operations/identity. */
  readonly siteName: string;
  /** One line that tells visitors what this place is, if the operator sets it. */
  readonly siteDescription: string | null;
  readonly openSignups: boolean;
  /** Uses that AI readers may make of the site's texts, if the operator sets them. */
  readonly aiUses: AiUses;
  /** Whether an admin approves first publications. */
  readonly review: boolean;
  readonly rateLimits: boolean;
  /** IP addresses and networks without rate limits. */
  readonly rateLimitExempt: readonly string[];
  readonly maxConnections: number;
  /** Limits of concurrent work: no setting, but a test may lower them. */
  readonly bounds: Bounds;
  /** Proxies whose forwarding headers are trusted: none, some IP addresses, or some hops. */
  readonly trustProxy: false | string[] | ((address: string, hop: number) => boolean);
  /** Seconds for which caches in front may use a public response without revalidating. */
  readonly publicMaxAge: number;
  /** 0 caches nothing. */
  readonly responseCacheBytes: number;
  /** Size of the file for long responses that left memory; 0 for none. */
  readonly overflowBytes: number;
  /** Memory limit for the bodies of all requests together. */
  readonly bodyMemoryBytes: number;
  /** Largest image that can be uploaded, in millions of pixels. */
  readonly imageMegapixels: number;
  /** The mail server, if there is one. The URL may contain a password. */
  readonly smtpUrl: string | null;
  readonly mailFrom: Mailbox;
  /** The bucket for images, if they are not in dataDir. It contains a secret. */
  readonly mediaBucket: MediaBucket | null;
  /** Private IP addresses and networks that outbound requests may reach. */
  readonly webhookAllow: readonly string[];
  /** Whether a serving process also sends webhooks. */
  readonly deliveries: boolean;
  readonly websubHub: string | null;
  /** `at` replaces the sites' own addresses: no setting, but a test may set it. */
  readonly cardRequests: { readonly at: string | null; readonly timeoutMs: number };
  readonly securityContact: string | null;
  readonly metrics: boolean;
  /** Separate port for the metrics; null if they are beside everything else. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  readonly logLevel: LogLevel;
  /** One cache hit in this many is logged. */
  readonly logSample: number;
}

interface Mailbox {
  /** Null for the site's name. */
  readonly name: string | null;
  readonly address: string;
}

export interface MediaBucket {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** `defaults` apply if the environment has no value, `forced` always. */
export function readConfig(defaults: Environment = {}, forced: Environment = {}): Config {
  return configFrom({ ...defaults, ...process.env, ...forced });
}

/** Settings of earlier versions that no longer do anything. */
const RETIRED = ['CRAWLER_LIMIT'];

export const retiredSettings = (environment: Environment = process.env): string[] =>
  RETIRED.filter((name) => has(environment, name));

/** Environment of a child process: our own, and `more`. */
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
    baseUrl,
    dataDir: resolve(read(environment, 'DATA_DIR') ?? 'data'),
    databaseUrl: readDatabaseUrl(environment, 'DATABASE_URL'),
    databaseReadUrl: readReplicaUrl(environment),
    databasePool: readInteger(
      environment,
      'DATABASE_POOL',
      CONNECTIONS.usual,
      CONNECTIONS.fewest,
      CONNECTIONS.most,
    ),
    drainSeconds: readInteger(environment, 'DRAIN_SECONDS', 3, 0, 300),
    siteName: read(environment, 'SITE_NAME') ?? 'Standfirst',
    siteDescription: read(environment, 'SITE_DESCRIPTION') ?? null,
    aiUses: readAiUses(environment),
    openSignups: readChoice(environment, 'SIGNUPS', ['open', 'closed'], 'closed') === 'open',
    review: readSwitch(environment, 'REVIEW', false),
    rateLimits: readSwitch(environment, 'RATE_LIMITS', true),
    rateLimitExempt: readNetworks(environment, 'RATE_LIMIT_EXEMPT'),
    maxConnections:
      readInteger(environment, 'MAX_CONNECTIONS', 0, 0, 1_000_000) || BOUNDS.connections,
    bounds: BOUNDS,
    cardRequests: { at: null, timeoutMs: CARDS.timeoutMs },
    trustProxy: readTrustProxy(environment),
    publicMaxAge: readInteger(environment, 'PUBLIC_MAX_AGE', 0, 0, 31_536_000),
    responseCacheBytes: readInteger(environment, 'CACHE_MB', 16, 0, 100_000) * 1024 * 1024,
    overflowBytes: readInteger(environment, 'CACHE_DISK_MB', 2_048, 0, 100_000) * 1024 * 1024,
    bodyMemoryBytes: readInteger(environment, 'BODY_MEMORY_MB', 64, 16, 100_000) * 1024 * 1024,
    imageMegapixels: readInteger(environment, 'IMAGE_MEGAPIXELS', IMAGES.megapixels, 1, 1_000),
    smtpUrl: readSmtpUrl(environment),
    mailFrom: readMailFrom(environment, baseUrl),
    mediaBucket: readMediaUrl(environment),
    webhookAllow: readNetworks(environment, 'WEBHOOK_ALLOW'),
    deliveries: readSwitch(environment, 'DELIVERIES', true),
    websubHub: readHub(environment, baseUrl),
    securityContact: readSecurityContact(environment),
    metrics: readSwitch(environment, 'METRICS', false) || has(environment, 'METRICS_PORT'),
    metricsPort: readMetricsPort(environment, port),
    metricsHost: read(environment, 'METRICS_HOST') ?? '127.0.0.1',
    logLevel: readChoice(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    logSample: readInteger(environment, 'LOG_SAMPLE', 100, 1, 1_000_000),
  });
}

function readMetricsPort(environment: Environment, port: number): number | null {
  if (!has(environment, 'METRICS_PORT')) return null;
  const own = readInteger(environment, 'METRICS_PORT', 0, 1, 65_535);
  if (own !== port) return own;
  throw wrong('METRICS_PORT', 'a port other than PORT', String(own));
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
  // A password that is not percent-encoded may end the host early; a path after the host reveals that.
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
  // Trusting every proxy is trusting the visitor, who can write any IP address into the header.
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

/** A network of all addresses would let visitors choose their own IP address. */
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

/** Plain http is allowed only if the service itself runs on its operator's machine. */
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

/** Listed uses are allowed, all others are not. */
function readAiUses(environment: Environment): AiUses {
  const value = read(environment, 'AI_USES');
  if (value === undefined) return {};
  const given = value === 'none' ? [] : value.split(',').map((each) => each.trim());
  if (given.some((each) => !AI_USES.some((use) => use === each))) {
    throw wrong('AI_USES', `none, or a comma-separated list of ${AI_USES.join(', ')}`, value);
  }
  return Object.fromEntries(AI_USES.map((use) => [use, given.includes(use)]));
}
