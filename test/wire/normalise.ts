// Takes out of an answer what no two runs have in common, and leaves a word in its place.

import { createHash } from 'node:crypto';
import { unzipped } from '../support/archive/zips.ts';
import { type Answer, headerOf } from './wire.ts';

/** Generated ids are marked by the preload; all others are fixed by the demo's content. */
const GENERATED = /ffffffff-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}/g;

/** 32 random bytes in base64url; a slug of that length has no capitals. */
const TOKEN = /(?<![\w-])(?=[\w-]{0,42}[A-Z])(?=[\w-]{0,42}[a-z])[\w-]{43}(?![\w-])/g;

const RULES: readonly (readonly [RegExp, string])[] = [
  [/pk_live_[0-9a-f]{64}/g, '‹key›'],
  [/whsec_[A-Za-z0-9+/]{43}=/g, '‹secret›'],
  [/(?<=x-service-signature: .*)sha256=[0-9a-f]{64}/g, '‹signature›'],
  [/(?<=Message-ID: <)[0-9a-f-]{36}/g, '‹id›'],
  [/v1,[A-Za-z0-9+/]{43}=/g, '‹signature›'],
  [/(?<=nonce-|nonce=")[A-Za-z0-9+/]{22}==/g, '‹nonce›'],
  [/(?<=name="mark" value=")[^"]+/g, '‹mark›'],
  [/(?<=\?v=)[0-9a-f]{12}/g, '‹hash›'],
  [/(?<= in )\d+(?= ms)/g, '‹n›'],
  // Cursors contain ids and checksums.
  [/(?<="next_cursor\\?":\\?"|[?&]cursor=)[\w-]{60,}/g, '‹cursor›'],
  [TOKEN, '‹token›'],
];

export interface Recorded {
  status: number;
  headers: string[];
  body: string;
  /** The hash of a style sheet or a script, which may change without anything else. */
  asset?: string;
}

export class Normaliser {
  readonly #names = new Map<string, string>();
  /** Addresses whose bodies are never twice the same, so that tag and length are not either. */
  readonly #varying = new Set<string>();

  /** Replaces the value by a name from now on. */
  name(value: string, name: string): void {
    if (value.length > 3) this.#names.set(value, `{${name}}`);
  }

  text(raw: string): string {
    let text = raw;
    const longestFirst = [...this.#names].sort(([a], [b]) => b.length - a.length);
    for (const [value, name] of longestFirst) text = text.replaceAll(value, name);
    for (const [pattern, word] of RULES) text = text.replace(pattern, word);
    const ids: string[] = [];
    return text.replace(GENERATED, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `‹id ${ids.indexOf(id) + 1}›`;
    });
  }

  async answer(path: string, answer: Answer): Promise<Recorded> {
    const { body, asset } = await this.#body(answer);
    const isVarying = asset !== undefined || body !== plain(answer.body);
    if (isVarying && answer.body.length > 0) this.#varying.add(path);
    if (!isVarying && answer.body.length > 0) this.#varying.delete(path);
    const headers = answer.headers.map(
      ([name, value]) => `${name}: ${this.#header(name.toLowerCase(), value, path)}`,
    );
    return { status: answer.status, headers, body, ...(asset && { asset }) };
  }

  #header(name: string, value: string, path: string): string {
    if (name === 'date') return '‹date›';
    const isVarying = this.#varying.has(path);
    if (name === 'etag' && isVarying) return value.replace(/"[\w-]{43}/, '"‹hash›');
    if (name === 'content-length' && isVarying) return '‹length›';
    return this.text(value);
  }

  async #body(answer: Answer): Promise<{ body: string; asset?: string }> {
    const type = headerOf(answer, 'content-type') ?? '';
    if (answer.body.length === 0) return { body: '' };
    if (/^(?:text\/css|(?:text|application)\/javascript)/.test(type)) {
      return { body: '', asset: hashOf(answer.body) };
    }
    if (type === 'application/zip') return { body: await this.#entries(answer.body) };
    if (/^(?:image\/(?!svg)|font\/)/.test(type)) return { body: plain(answer.body, true) };
    if (type.startsWith('text/plain; version=')) return { body: figureNames(answer.body) };
    return { body: this.text(plain(answer.body)) };
  }

  async #entries(zip: Buffer): Promise<string> {
    const files = [...(await unzipped(zip))].sort(([a], [b]) => (a < b ? -1 : 1));
    return files.map(([name, bytes]) => this.text(`--- ${name}\n${plain(bytes)}\n`)).join('');
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The bytes as text if they are text, otherwise as a hash. */
function plain(bytes: Buffer, isBinary = false): string {
  const text = bytes.toString('utf8');
  const isText = !isBinary && Buffer.from(text).equals(bytes);
  return isText ? text : `‹${bytes.length} bytes, sha256 ${hashOf(bytes)}›`;
}

/** The names and labels of metrics, without their values, which always differ. */
function figureNames(body: Buffer): string {
  const lines = body
    .toString('utf8')
    .split('\n')
    .map((line) => (line.startsWith('#') ? line : line.replace(/ [^ ]+$/, '')))
    .filter((line) => !/^nodejs_|^process_|_bucket\{/.test(line));
  return [...new Set(lines)].sort().join('\n');
}
