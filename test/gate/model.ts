// The desk and its states in a few lines: what each step should answer, and what is then true.

export type Status = 'draft' | 'pending' | 'approved' | 'rejected' | 'changes_requested';

export type Slug = 'ada' | 'bob' | 'chief';

/** Only this one is an admin. */
export const ADMIN: Slug = 'chief';

export interface Text {
  /** Unique to this text, so that it can be searched for. */
  word: string;
  headline: string;
  body: string;
  by: 'key' | 'writer';
}

interface Move {
  act: string;
  from: Status | null;
  to: Status;
  by: Slug;
  kind: 'key' | 'writer';
  version: number;
}

export interface Piece {
  id: string;
  owner: Slug;
  status: Status;
  created: string;
  texts: Text[];
  /** The number of the text that the public sees. */
  live: number | null;
  published: string | null;
  modified: string | null;
  moves: Move[];
  /** The token of a URL where anyone who knows it reads the newest text. */
  preview: string | null;
  /** The key's proposals, oldest first. */
  proposals: Proposal[];
  notes: number;
  replies: number;
  /** Whether the writer has ever asked for a revision. */
  asked: boolean;
  /** When it is published by itself, and in which version. */
  schedule: { due: string; version: number } | null;
}

export interface Proposal {
  id: string;
  text: Text;
  status: 'open' | 'taken' | 'declined' | 'superseded';
}

export type Taking = 'all' | 'none';

export type Decision = 'approve' | 'ask_for_changes' | 'reject';

const OK = 200;
const CREATED = 201;
const KEPT_ASIDE = 202;
const DONE = 303;
const FORBIDDEN = 403;
const ABSENT = 404;
const REFUSED = 409;
const STALE = 412;

const isFinished = ({ headline, body }: Text) => headline.trim() !== '' && body.trim() !== '';

export const byCreation = (one: Piece, two: Piece) => (one.created < two.created ? -1 : 1);

/** Restored from the live version, it says what readers have already. */
const isAsLive = (live: number | null, texts: Text[]) =>
  texts[(live ?? 0) - 1]?.word === texts.at(-1)?.word;

export class Model {
  /** Whether an admin approves first publications just now. */
  review: boolean;
  pieces: Piece[] = [];
  /** Deleted, and still in the desk's trash. */
  trash: Piece[] = [];
  readonly gone: Piece[] = [];
  /** Private links that were revoked. */
  readonly ended: string[] = [];

  constructor(review: boolean) {
    this.review = review;
  }

  get visible(): Piece[] {
    return this.pieces.filter(({ status }) => status === 'approved');
  }

  create(id: string, owner: Slug, text: Text, now: string): void {
    const first: Move = {
      act: 'create',
      from: null,
      to: 'draft',
      by: owner,
      kind: text.by,
      version: 1,
    };
    this.pieces.push({
      id,
      owner,
      status: 'draft',
      created: now,
      texts: [text],
      live: null,
      published: null,
      modified: null,
      moves: [first],
      preview: null,
      proposals: [],
      notes: 0,
      replies: 0,
      asked: false,
      schedule: null,
    });
  }

  save(piece: Piece, who: Slug, shown: number, text: Text): number {
    if (who !== piece.owner) return ABSENT;
    if (piece.status === 'pending' || piece.status === 'rejected') return REFUSED;
    if (shown !== piece.texts.length) return REFUSED;
    piece.texts.push(text);
    return DONE;
  }

  restore(piece: Piece, who: Slug, shown: number, number: number): number {
    const text = piece.texts[number - 1];
    return text ? this.save(piece, who, shown, { ...text, by: 'writer' }) : ABSENT;
  }

  /** Whether the address is withdrawn or replaced, the one before ends. */
  endPreview(piece: Piece, who: Slug): number {
    if (who !== piece.owner) return ABSENT;
    if (piece.preview) this.ended.push(piece.preview);
    piece.preview = null;
    return DONE;
  }

  /** The button that leads towards publication, whatever its label is. */
  publish(piece: Piece, who: Slug, shown: number, now: string): number {
    if (who !== piece.owner) return ABSENT;
    const act = this.#publishing(piece);
    const working = piece.texts.at(-1);
    if (!act || shown !== piece.texts.length || !working || !isFinished(working)) return REFUSED;
    if (act === 'submit') this.#move(piece, act, 'pending', who);
    else this.#goLive(piece, act, who, now);
    return DONE;
  }

  #publishing({ status, live, texts }: Piece): string | null {
    if (status === 'approved') return isAsLive(live, texts) ? null : 'publish_changes';
    if (this.review) return status === 'draft' || status === 'changes_requested' ? 'submit' : null;
    return status === 'draft' ? 'publish' : null;
  }

  decide(piece: Piece, who: Slug, decision: Decision, shown: number, now: string): number {
    if (!this.review || who !== ADMIN || piece.owner === ADMIN) return ABSENT;
    if (piece.status !== 'pending') return ABSENT;
    if (decision !== 'approve') {
      this.#move(piece, decision, decision === 'reject' ? 'rejected' : 'changes_requested', who);
      return DONE;
    }
    if (shown !== piece.texts.length) return REFUSED;
    this.#goLive(piece, decision, who, now);
    return DONE;
  }

  /** Withdraw, reopen, unpublish: from one state back to a draft. */
  takeBack(piece: Piece, who: Slug, act: string, from: Status): number {
    if (who !== piece.owner) return ABSENT;
    // Without review, a piece that was sent back for changes can be reopened too.
    const isLeftOver = act === 'reopen' && !this.review && piece.status === 'changes_requested';
    if (piece.status !== from && !isLeftOver) return REFUSED;
    this.#move(piece, act, 'draft', who);
    piece.live = null;
    return DONE;
  }

  delete(piece: Piece, who: Slug): number {
    if (who !== piece.owner) return ABSENT;
    if (piece.status === 'pending' || piece.status === 'approved') return REFUSED;
    this.#move(piece, 'delete', piece.status, who);
    this.pieces = this.pieces.filter((each) => each !== piece);
    this.trash.push(piece);
    return DONE;
  }

  /** A writer's key deletes its draft. */
  retract(piece: Piece, who: Slug): number {
    if (who !== piece.owner) return ABSENT;
    if (piece.moves[0]?.kind !== 'key') return FORBIDDEN;
    const isItsOwn = piece.moves.length === 1 && piece.texts.every(({ by }) => by === 'key');
    const isDiscussed = piece.notes > 0 || piece.proposals.length > 0;
    if (!isItsOwn || isDiscussed || piece.preview || piece.asked) return REFUSED;
    this.#move(piece, 'delete', piece.status, who, 'key');
    this.pieces = this.pieces.filter((each) => each !== piece);
    this.trash.push(piece);
    return OK;
  }

  /** A writer's key revises: a new version if the key saved the last one, otherwise a proposal. */
  revise(piece: Piece, who: Slug, read: number, text: Text): number {
    if (who !== piece.owner) return ABSENT;
    if (read !== piece.texts.length) return STALE;
    if (piece.status === 'rejected') return REFUSED;
    const isInTheMaking = piece.status === 'draft' || piece.status === 'changes_requested';
    if (isInTheMaking && piece.texts.at(-1)?.by === 'key') {
      piece.texts.push(text);
      return OK;
    }
    for (const each of piece.proposals) if (each.status === 'open') each.status = 'superseded';
    piece.proposals.push({ id: '', text, status: 'open' });
    return KEPT_ASIDE;
  }

  decideOn(piece: Piece, proposal: Proposal, who: Slug, taking: Taking, shown: number): number {
    if (who !== piece.owner) return ABSENT;
    if (proposal.status !== 'open') return REFUSED;
    if (taking === 'none') {
      proposal.status = 'declined';
      return DONE;
    }
    const saved = this.save(piece, who, shown, { ...proposal.text, by: 'writer' });
    if (saved === DONE) proposal.status = 'taken';
    return saved;
  }

  note(piece: Piece, who: Slug): number {
    if (who !== piece.owner) return ABSENT;
    piece.notes += 1;
    return DONE;
  }

  /** A writer's key replies to the first note. */
  reply(piece: Piece, who: Slug): number {
    if (who !== piece.owner || piece.notes === 0) return ABSENT;
    piece.replies += 1;
    return CREATED;
  }

  ask(piece: Piece, who: Slug): number {
    if (who !== piece.owner) return ABSENT;
    if (piece.status === 'pending' || piece.status === 'rejected') return REFUSED;
    piece.asked = true;
    return DONE;
  }

  untrash(piece: Piece, who: Slug): number {
    if (who !== piece.owner) return ABSENT;
    this.#move(piece, 'restore', piece.status, who);
    this.trash = this.trash.filter((each) => each !== piece);
    this.pieces = [...this.pieces, piece].toSorted(byCreation);
    return DONE;
  }

  erase(piece: Piece, who: Slug): number {
    if (who !== piece.owner) return ABSENT;
    if (piece.preview) this.ended.push(piece.preview);
    this.gone.push(piece);
    this.trash = this.trash.filter((each) => each !== piece);
    return DONE;
  }

  #goLive(piece: Piece, act: string, who: Slug, now: string): void {
    this.#move(piece, act, 'approved', who);
    piece.live = piece.texts.length;
    piece.published ??= now;
    piece.modified = now;
  }

  #move(piece: Piece, act: string, to: Status, by: Slug, kind: Move['kind'] = 'writer'): void {
    const version = piece.texts.length;
    piece.moves.push({ act, from: piece.status, to, by, kind, version });
    piece.status = to;
    // Any other act ends the schedule.
    piece.schedule = null;
  }
}
