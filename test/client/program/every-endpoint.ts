// A program such as anyone could write with the client: it reads every endpoint and posts a draft.

import {
  ApiError,
  type Author,
  type JsonFeed,
  type Piece,
  type PieceListItem,
  Standfirst,
  verifyWebhook,
} from '@standfirst/client';

interface Delivered {
  body: string;
  headers: { [name: string]: string };
  secret: string;
}

export async function everyEndpoint(base: string, key: string, delivered: Delivered) {
  const reader = new Standfirst(base);
  const recent = await reader.recentPieces({ category: 'building', limit: 1 });
  const newest: PieceListItem | undefined = recent.items[0];
  if (!newest) throw new Error('Nothing is published.');
  const { piece }: { piece: Piece } = await reader.getPiece({ id: newest.id });
  const opening = await reader.getPiece({ id: newest.id, format: 'markdown', max_characters: 5 });
  if (!piece.content_text.startsWith(opening.piece.content_markdown?.trim() ?? '?'))
    throw new Error('The opening isn’t part of the piece.');
  if (opening.part?.next_offset === null) throw new Error('There is no rest.');
  const slug = piece.authors[0]?.slug ?? '';
  const { author }: { author: Author } = await reader.getAuthor({ slug });
  const people = await reader.searchAuthors({ q: author.name });
  const found = await reader.searchPieces({ q: piece.title, limit: undefined });
  const site: 'headline' | 'standfirst' | 'body' | undefined = found.results[0]?.match_site;
  const theirs = await reader.authorPieces({ slug, limit: 1 });
  const description = await reader.getDescription();
  const { tools } = await reader.getToolServer();
  const [card, manifest, catalogue] = [
    await reader.getServerCard(),
    await reader.getToolManifest(),
    await reader.getAiCatalogue(),
  ];
  const called = await reader.sendToolMessage({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tools[0], arguments: { limit: 1 } },
  });

  const feeds: JsonFeed[] = [
    await reader.siteFeedJson(),
    await reader.authorFeedJson({ slug }),
    await reader.categoryFeedJson({ category: 'building' }),
  ];
  const written: string[] = [
    await reader.siteFeedRss(),
    await reader.authorFeedRss({ slug }),
    await reader.categoryFeedRss({ category: 'building' }),
    await reader.pieceMarkdown({ slug, piece: piece.url.split('/').at(-1) ?? '' }),
    await reader.embedScript(),
  ];

  const writer = new Standfirst(base, { key });
  const draft = await writer.createPiece(
    { headline: 'From a program', body_md: 'Words.', category: 'civic' },
    { idempotencyKey: 'a program' },
  );
  const status: 'draft' = draft.status;
  const own = await writer.listMyPieces({ status, limit: 1 });
  const checked = await writer.checkPiece({ headline: 'Not stored', body_md: 'Words.' });
  const dot = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const bytes = Uint8Array.from(atob(dot), (letter) => letter.charCodeAt(0));
  const image = await writer.uploadImage(new Blob([bytes], { type: 'image/gif' }));
  const spare = await writer.createPiece({ headline: 'Spare', body_md: image.markdown });
  const deleted = await writer.deletePiece({ id: spare.id });
  const { key: facts } = await writer.getKey();

  const refusal = await reader.getPiece({ id: draft.id }).then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? [error.reason, error.code] : String(error)),
  );
  const { body, headers, secret } = delivered;
  const delivery = await verifyWebhook(body, headers, secret);
  return {
    titles: [newest.title, piece.title, theirs.items[0]?.title],
    author: author.slug,
    people: people.results.map((each) => each.slug),
    site,
    openapi: description['openapi'],
    tools: [tools[0], called.error ?? null],
    announced: [card.name === manifest.name, manifest.tools.length, catalogue.entries.length],
    feeds: feeds.map(({ items }) => items.length),
    written: written.map((text) => text.slice(0, 5)),
    own: own.pieces.map((each) => each.id === draft.id),
    kept: [checked.dry_run, image.width, deleted.id === spare.id, facts.scope],
    refusal,
    delivered: delivery.piece?.title,
  };
}
