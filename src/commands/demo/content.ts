// The demo's content, read from demo/ and dated relative to today, as archive lines.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { OperatorError } from '../../errors.ts';

const FOLDER = new URL('../../../demo/', import.meta.url);
const DAY_MS = 86_400_000;

interface DemoPiece {
  id: string;
  author: string;
  file: string;
  fields: { [name: string]: unknown };
  body: string;
}

export interface SeededPiece {
  id: string;
  publishedAt: Date;
  dailyReaders: number;
}

export interface DemoContent {
  lines: string[];
  published: SeededPiece[];
}

export async function demoContent(now: Date): Promise<DemoContent> {
  const authors = await readJson('authors.json');
  const products = await readJson('products.json');
  const pieces = await readPieces(authors.map((author) => String(author['slug'])));
  const ago = (days: unknown) => new Date(now.getTime() - Number(days) * DAY_MS);
  return {
    lines: [
      ...authors.map(({ joined_days_ago, ...author }) => ({
        type: 'author',
        ...author,
        joined_at: ago(joined_days_ago),
      })),
      ...pieces.map((piece) => pieceLine(piece, ago)),
      ...products.map((product) => productLine(product, ago)),
    ].map((line) => JSON.stringify(line)),
    published: pieces.filter(isPublished).map(({ id, fields }) => ({
      id,
      publishedAt: ago(fields['days_ago']),
      dailyReaders: Number(fields['views'] ?? 12),
    })),
  };
}

type Ago = (days: unknown) => Date;

const isPublished = ({ fields }: DemoPiece) => (fields['status'] ?? 'approved') === 'approved';

function pieceLine({ id, author, fields, body }: DemoPiece, ago: Ago): object {
  const { days_ago, edited_days_ago, views: _, drafted_by, review_note, ...content } = fields;
  const status = String(fields['status'] ?? 'approved');
  const at = ago(days_ago);
  const writer = { kind: 'writer', name: author };
  const creator = drafted_by ? { kind: 'key', name: String(drafted_by) } : writer;
  const version = { ...content, body_md: body, number: 1, saved_at: at, saved_by: creator };
  return {
    type: 'piece',
    id,
    author,
    ...content,
    body_md: body,
    status,
    created_at: at,
    ...(status === 'approved'
      ? { published_at: at, modified_at: ago(edited_days_ago ?? days_ago) }
      : {}),
    versions: [{ ...version, status: undefined, origin: 'created' }],
    moves: movesTo(status, at, creator, writer, review_note),
  };
}

const REVIEWER = { kind: 'admin', name: 'ada-okafor' };

function movesTo(status: string, at: Date, creator: object, writer: object, note: unknown) {
  const step = (act: string, from: string | null, to: string, by: object, minutes: number) => ({
    at: new Date(at.getTime() + minutes * 60_000),
    act,
    from,
    to,
    by,
    version: 1,
  });
  const created = step('create', null, 'draft', creator, 0);
  if (status === 'draft') return [created];
  if (status === 'approved') return [created, step('publish', 'draft', 'approved', writer, 0)];
  const submitted = step('submit', 'draft', 'pending', writer, 5);
  if (status === 'pending') return [created, submitted];
  const act = status === 'rejected' ? 'reject' : 'ask_for_changes';
  const reviewed = { ...step(act, 'pending', status, REVIEWER, 60), note: String(note ?? '') };
  return [created, submitted, reviewed];
}

function productLine(product: { [name: string]: unknown }, ago: Ago): object {
  const { related, listed_days_ago, ...fields } = product;
  const files = Array.isArray(related) ? related.map(String) : [];
  return {
    type: 'product',
    ...fields,
    created_at: ago(listed_days_ago),
    related_pieces: files.map((file) => idOf(String(product['seller']), file)),
  };
}

async function readJson(name: string): Promise<{ [name: string]: unknown }[]> {
  return JSON.parse(await readFile(new URL(name, FOLDER), 'utf8'));
}

async function readPieces(authors: string[]): Promise<DemoPiece[]> {
  const pieces: DemoPiece[] = [];
  for (const author of authors) {
    const folder = new URL(`pieces/${author}/`, FOLDER);
    for (const file of (await readdir(folder)).sort()) {
      const text = await readFile(new URL(file, folder), 'utf8');
      const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
      if (front === undefined || body === undefined) {
        throw new OperatorError(`demo/pieces/${author}/${file} has no front matter.`);
      }
      const name = file.replace(/\.md$/, '');
      pieces.push({
        id: idOf(author, name),
        author,
        file: name,
        fields: parse(front),
        body: body.trim(),
      });
    }
  }
  return pieces;
}

/** Derives the id from the names, so that a link to a piece works again after a restart. */
function idOf(author: string, file: string): string {
  const hex = createHash('sha256').update(`${author}/${file}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
