// Serves style sheets, fonts and scripts: read once, with hashed URLs, immutable in browser caches.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop, transform } from 'esbuild';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { compressed, encodingFor } from '../cache/send-response.ts';
import { unblockStandardError } from '../log/log-stream.ts';
import { resource } from '../resource.ts';

const OWN = new URL('../../../assets/', import.meta.url);
const BROWSER = new URL('../../../browser/', import.meta.url);
const SCRIPTS = {
  'passkeys.js': 'desk/passkeys.ts',
  'copy-button.js': 'desk/copy-button.ts',
  'editor.js': 'desk/editor/editor.ts',
  'local-times.js': 'desk/local-times.ts',
  'own-zone.js': 'desk/own-zone.ts',
  'share.js': 'desk/share.ts',
  'unsaved-pieces.js': 'desk/unsaved-pieces.ts',
  'choose-all.js': 'desk/choose-all.ts',
  'mark-words.js': 'desk/mark-words.ts',
  'views.js': 'site/views.ts',
  'cards.js': 'site/cards.ts',
  'developers.js': 'site/developers.ts',
  'embed.js': 'embed/embed.ts',
};
const FONTS = {
  'newsreader-latin-wght-normal.woff2': '@fontsource-variable/newsreader',
  'newsreader-latin-ext-wght-normal.woff2': '@fontsource-variable/newsreader',
  // Pages use italics in only one weight, whose file has a third of the size.
  'newsreader-latin-400-italic.woff2': '@fontsource/newsreader',
  'newsreader-latin-ext-400-italic.woff2': '@fontsource/newsreader',
  'instrument-sans-latin-wght-normal.woff2': '@fontsource-variable/instrument-sans',
  'instrument-sans-latin-ext-wght-normal.woff2': '@fontsource-variable/instrument-sans',
};

interface Asset {
  type: string;
  body: Buffer;
  version: string;
}

const assets = new Map<string, Asset>();

function add(name: string, type: string, body: Buffer): void {
  const version = createHash('sha256').update(body).digest('hex').slice(0, 12);
  assets.set(name, { type, body, version });
}

for (const [name, source] of Object.entries(FONTS)) {
  const file = import.meta.resolve(`${source}/files/${name}`);
  add(name, 'font/woff2', readFileSync(new URL(file)));
}

/** Joins style sheets and hashes the URLs in them. */
function addStyles(name: string, parts: string[]): void {
  const text = parts.map((part) => readFileSync(new URL(part, OWN), 'utf8')).join('\n');
  const addressed = text.replace(/\/assets\/([\w.-]+)/g, (_, asset) => assetUrl(String(asset)));
  add(name, 'text/css; charset=utf-8', Buffer.from(addressed));
}

const SHARED_STYLES = [
  'tokens.css',
  'base.css',
  'components.css',
  'article.css',
  'figures.css',
  'cards.css',
];

addStyles('site.css', [
  ...SHARED_STYLES,
  'site-layout.css',
  'site-masthead.css',
  'site-lists.css',
  'site-pages.css',
  'site-front.css',
  'site-piece.css',
  'site-covers.css',
  'site-series.css',
  'site-shop.css',
  'print.css',
  'site-print.css',
]);
addStyles('developers.css', ['developers.css', 'developers-endpoints.css', 'embeds.css']);
addStyles('desk.css', [
  ...SHARED_STYLES,
  'desk-layout.css',
  'forms.css',
  'desk-lists.css',
  'desk-piece-list.css',
  'editor.css',
  'editor-bar.css',
  'editor-text.css',
  'editor-menus.css',
  'editor-panels.css',
  'editor-cover.css',
  'editor-cards.css',
  'diff.css',
  'conversation.css',
  'desk-shop.css',
  'desk-series.css',
  'desk-first-day.css',
  'desk-post-publish.css',
  'view-statistics.css',
  'embeds.css',
  'print.css',
  'editor-print.css',
  'desk-record.css',
]);

let bundling: Promise<void> | undefined;

/** Bundling starts with the service, because operator commands load this file too and need no scripts. */
export function bundleScripts(): Promise<void> {
  bundling ??= addScripts();
  return bundling;
}

async function addScripts(): Promise<void> {
  const entryPoints = Object.entries(SCRIPTS).map(([name, entry]) => ({
    in: fileURLToPath(new URL(entry, BROWSER)),
    out: name.replace(/\.js$/, ''),
  }));
  const { outputFiles } = await build({
    entryPoints,
    outdir: '/',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { WIDGET_STYLES: JSON.stringify(await minified('widgets.css')) },
    write: false,
    logLevel: 'silent',
  });
  for (const { path, contents } of outputFiles) {
    add(basename(path), 'text/javascript; charset=utf-8', Buffer.from(contents));
  }
  // The bundler is a child process, and would keep this process alive.
  await stop();
  unblockStandardError();
}

/** Minified style sheet, which a script adds to a page. */
async function minified(name: string): Promise<string> {
  const styles = readFileSync(new URL(name, OWN), 'utf8');
  const { code } = await transform(styles, { loader: 'css', minify: true });
  // esbuild leaves unnecessary spaces around these characters.
  return code.trim().replace(/ ?([:,/]) /g, '$1');
}

const mark = readFileSync(new URL('mark.svg', OWN));
add('mark.svg', 'image/svg+xml', mark);

/** Logo as a data URL, which saves a request. */
export const MARK_ICON = `data:image/svg+xml,${encodeURIComponent(mark.toString().trim())}`;

function assetNamed(name: string): Asset {
  const asset = assets.get(name);
  if (!asset) throw new Error(`There is no asset ${name}.`);
  return asset;
}

export function assetUrl(name: string): string {
  return `/assets/${name}?v=${assetNamed(name).version}`;
}

/** Script for pages that load it without `type=module`; the wrapper keeps its names local. */
export const plainScript = (name: string) =>
  `(()=>{"use strict";${assetNamed(name).body.toString().trim()}})();\n`;

const KEPT = 'public, max-age=31536000, immutable';

export function serveAssets(scope: FastifyInstance): void {
  resource(scope, '/assets/:name', {
    GET: {
      async handler(request, reply) {
        const { name } = { name: '', ...Object(request.params) };
        const asset = assets.get(String(name));
        if (!asset) throw new Problem('not_found');
        reply.header('cache-control', KEPT).type(asset.type);
        return isText(asset) ? sendCompressed(request, reply, asset) : reply.send(asset.body);
      },
    },
  });
}

const isText = ({ type }: Asset) => type.startsWith('text/');

const bodies = new Map<string, Promise<Buffer>>();

/** Assets are compressed once for each encoding, at the first request. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  const encoding = encodingFor(request, asset.body);
  const key = `${asset.version} ${encoding}`;
  const body = bodies.get(key) ?? compressed(encoding, asset.body);
  bodies.set(key, body);
  reply.header('vary', 'Accept-Encoding');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await body);
}
