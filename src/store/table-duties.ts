// What is done with each table of the database, by the operator's commands and when an account is erased. A test
// compares it with the tables that migrations make, and with what really happens.

import type { Tables } from './tables.ts';

/** Tables that no query of the store names. */
type Unnamed = 'piece_parts' | 'part_numbers' | 'content_changes';

interface Duties {
  /** By `export`: every column that is of use elsewhere, some of them, or none. */
  readonly exported: 'whole' | 'in part' | 'never';
  /** By `import`: an open schedule comes back cancelled; derived rows are made again from the others. */
  readonly imported: 'as it was' | 'in part' | 'cancelled' | 'made again' | 'its own' | 'never';
  /** By `backup`, and put back by `restore`, which compares the number of rows. */
  readonly backedUp: 'copied';
  readonly restored: 'counted';
  /** With the account: rows that stay for a piece that stays have no name any more. */
  readonly erased:
    | 'removed'
    | 'emptied'
    | 'removed or nameless'
    | 'with its piece'
    | 'by the sweep'
    | 'kept';
  /** By `doctor`: types and references of every table; `compared` is checked against other rows too. */
  readonly examined: 'read' | 'compared';
  /** By `rebuild`. */
  readonly rebuilt: 'made again' | 'updated' | 'read' | 'untouched';
}

const stored = (
  exported: Duties['exported'],
  imported: Duties['imported'],
  erased: Duties['erased'],
  examined: Duties['examined'],
  rebuilt: Duties['rebuilt'],
): Duties => ({
  exported,
  imported,
  backedUp: 'copied',
  restored: 'counted',
  erased,
  examined,
  rebuilt,
});

export const TABLE_DUTIES: { readonly [table in keyof Tables | Unnamed]: Duties } = {
  //                 exported, imported, erased, examined, rebuilt
  settings: stored('in part', 'in part', 'emptied', 'read', 'untouched'),
  accounts: stored('in part', 'as it was', 'emptied', 'read', 'untouched'),
  authors: stored('whole', 'as it was', 'emptied', 'read', 'updated'),
  author_slugs: stored('whole', 'as it was', 'removed', 'compared', 'untouched'),
  author_texts: stored('never', 'made again', 'emptied', 'compared', 'made again'),
  pieces: stored('whole', 'as it was', 'removed or nameless', 'compared', 'read'),
  piece_versions: stored('whole', 'as it was', 'removed or nameless', 'compared', 'read'),
  pruned_versions: stored('whole', 'as it was', 'removed or nameless', 'read', 'untouched'),
  piece_slugs: stored('whole', 'as it was', 'with its piece', 'compared', 'untouched'),
  piece_moves: stored('whole', 'as it was', 'removed or nameless', 'read', 'untouched'),
  piece_previews: stored('never', 'never', 'removed', 'read', 'untouched'),
  piece_schedules: stored('whole', 'cancelled', 'removed', 'read', 'untouched'),
  piece_proposals: stored('whole', 'as it was', 'removed', 'read', 'untouched'),
  piece_notes: stored('whole', 'as it was', 'removed or nameless', 'read', 'untouched'),
  note_replies: stored('whole', 'as it was', 'removed or nameless', 'read', 'untouched'),
  working_texts: stored('never', 'never', 'removed', 'read', 'untouched'),
  trashed_images: stored('never', 'made again', 'by the sweep', 'read', 'untouched'),
  key_images: stored('never', 'never', 'with its piece', 'read', 'untouched'),
  fetched_cards: stored('never', 'never', 'removed', 'read', 'untouched'),
  piece_texts: stored('never', 'made again', 'with its piece', 'compared', 'made again'),
  piece_parts: stored('never', 'made again', 'with its piece', 'compared', 'made again'),
  part_numbers: stored('never', 'its own', 'kept', 'read', 'untouched'),
  search_backlog: stored('never', 'made again', 'emptied', 'read', 'made again'),
  publications: stored('never', 'made again', 'with its piece', 'compared', 'made again'),
  publication_bodies: stored('never', 'made again', 'with its piece', 'compared', 'made again'),
  publication_tags: stored('never', 'made again', 'with its piece', 'compared', 'made again'),
  publication_images: stored('never', 'made again', 'with its piece', 'compared', 'made again'),
  api_keys: stored('never', 'never', 'removed', 'read', 'untouched'),
  idempotent_answers: stored('never', 'never', 'removed', 'read', 'untouched'),
  sessions: stored('never', 'never', 'removed', 'read', 'untouched'),
  account_tokens: stored('never', 'never', 'removed', 'read', 'untouched'),
  sign_ups: stored('never', 'never', 'removed', 'read', 'untouched'),
  invitations: stored('never', 'never', 'removed', 'read', 'untouched'),
  passkeys: stored('never', 'never', 'removed', 'read', 'untouched'),
  erasures: stored('whole', 'as it was', 'kept', 'compared', 'untouched'),
  erased_slugs: stored('whole', 'as it was', 'kept', 'read', 'untouched'),
  erased_pieces: stored('whole', 'as it was', 'kept', 'read', 'untouched'),
  erased_images: stored('never', 'never', 'removed', 'read', 'untouched'),
  oauth_records: stored('never', 'never', 'removed', 'read', 'untouched'),
  connected_apps: stored('never', 'never', 'removed', 'read', 'untouched'),
  products: stored('whole', 'as it was', 'removed', 'read', 'untouched'),
  product_pieces: stored('whole', 'as it was', 'removed', 'read', 'untouched'),
  series: stored('whole', 'as it was', 'with its piece', 'read', 'untouched'),
  series_slugs: stored('whole', 'as it was', 'with its piece', 'read', 'untouched'),
  series_parts: stored('whole', 'as it was', 'with its piece', 'read', 'untouched'),
  site_pages: stored('whole', 'as it was', 'kept', 'read', 'untouched'),
  public_pages: stored('whole', 'as it was', 'kept', 'read', 'untouched'),
  page_slugs: stored('whole', 'as it was', 'kept', 'read', 'untouched'),
  view_hours: stored('never', 'never', 'with its piece', 'read', 'untouched'),
  view_readers: stored('never', 'never', 'with its piece', 'read', 'untouched'),
  view_scores: stored('never', 'never', 'with its piece', 'read', 'untouched'),
  view_scores_hour: stored('never', 'never', 'kept', 'read', 'untouched'),
  webhooks: stored('never', 'never', 'removed', 'read', 'untouched'),
  webhook_secrets: stored('never', 'never', 'removed', 'read', 'untouched'),
  deliveries: stored('never', 'never', 'removed', 'read', 'untouched'),
  delivery_attempts: stored('never', 'never', 'removed', 'read', 'untouched'),
  hub_pings: stored('never', 'never', 'kept', 'read', 'untouched'),
  content_changes: stored('never', 'its own', 'emptied', 'read', 'untouched'),
};
