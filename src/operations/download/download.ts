// Downloads all of a writer's texts as one ZIP, which is streamed while it is assembled.

import type { Readable } from 'node:stream';
import { namingText } from '../../schemas/images/image-urls.ts';
import type { Store } from '../../store/store.ts';
import type { PieceMoveRow, PieceRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import { ownAccount } from '../accounts/accounts.ts';
import type { WriterActor } from '../actor.ts';
import { authorRecord } from '../authors/author-records.ts';
import { ownProfile } from '../authors/profiles.ts';
import { type Context, timestamp } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { FolderNames } from './file-names.ts';
import { Images } from './image-references.ts';
import {
  conversationFile,
  historyFile,
  jsonFile,
  type PieceConversation,
  pieceFile,
  versionFile,
} from './piece-files.ts';
import { README } from './readme.ts';
import { type ZipWriter, zipStream } from './zip-writer.ts';

const BATCH = 20;

interface Standing {
  piece: PieceRow;
  working: PieceVersionRow | undefined;
  moves: PieceMoveRow[];
  conversation: PieceConversation;
}

export async function downloadWriting(context: Context, actor: WriterActor) {
  const { slug } = await ownProfile(context, actor);
  const day = timestamp(context.now()).slice(0, 10);
  return {
    name: `${slug}-${day}.zip`,
    content: (): Readable => zipStream((zip) => new Download(context, actor, zip).write()),
  };
}

class Download {
  readonly #context: Context;
  readonly #actor: WriterActor;
  readonly #zip: ZipWriter;
  readonly #images: Images;
  readonly #folders = new FolderNames();

  constructor(context: Context, actor: WriterActor, zip: ZipWriter) {
    this.#context = context;
    this.#actor = actor;
    this.#zip = zip;
    this.#images = new Images(context, actor, zip);
  }

  /**
   * Reads the ids first, so that no piece is missed because it is published meanwhile, and then the pieces in batches:
   * one snapshot would occupy a connection while a client is slow.
   */
  async write(): Promise<void> {
    const { store, now } = this.#context;
    await this.#zip.add('README.txt', README, timestamp(now()));
    const author = await this.#profile();
    const ids = await store.pieceExport.idsOf(this.#actor.accountId);
    for (let at = 0; at < ids.length; at += BATCH) {
      const some = ids.slice(at, at + BATCH);
      const standing = await store.snapshot((moment) => read(moment, some));
      for (const each of standing) await this.#piece(each, author);
    }
    await this.#images.listMissing();
  }

  async #profile(): Promise<string> {
    const { config, now } = this.#context;
    const author = await ownProfile(this.#context, this.#actor);
    const { email } = await ownAccount(this.#context, this.#actor);
    const profile = { ...authorRecord(author, urlsOf(config.baseUrl)), email };
    await this.#zip.add('profile.json', jsonFile(profile), timestamp(now()));
    await this.#images.addFrom(author.avatar_url ?? '', 'profile.json');
    return author.slug;
  }

  /** Reads one version at a time, because a piece may have hundreds of long ones. */
  async #piece({ piece, working, moves, conversation }: Standing, author: string): Promise<void> {
    const { store, config } = this.#context;
    if (!working) return;
    const folder = `pieces/${this.#folders.nameFor(piece, working.headline)}`;
    const urls = urlsOf(config.baseUrl);
    const whole = pieceFile(piece, working, { author, urls });
    await this.#zip.add(`${folder}/piece.md`, whole, piece.updated_at);
    await this.#zip.add(`${folder}/history.json`, historyFile(moves), piece.updated_at);
    const said = conversationFile(conversation);
    if (said) await this.#zip.add(`${folder}/conversation.json`, said, piece.updated_at);
    for (const number of await store.pieceExport.versionNumbers(piece.id)) {
      const version = await store.pieces.version(piece.id, number);
      if (!version) continue;
      const name = `${folder}/versions/${String(number).padStart(4, '0')}.md`;
      await this.#zip.add(name, versionFile(version), version.saved_at);
      await this.#images.addFrom(namingText(version), name);
    }
  }
}

async function read(store: Store, ids: string[]): Promise<Standing[]> {
  const standing: Standing[] = [];
  for (const piece of await store.pieceExport.byIds(ids)) {
    const working = await store.pieces.version(piece.id, piece.working_version);
    const conversation = {
      notes: await store.notes.threads(piece.id),
      proposals: await store.proposals.whole(piece.id),
    };
    standing.push({ piece, working, moves: await store.pieces.moves(piece.id), conversation });
  }
  return standing;
}
