// Reads all stored text that may refer to images, page by page.

import { namingText } from '../../schemas/images/image-urls.ts';
import { IdentityStore } from '../content/site-identity.ts';
import { Repository } from '../database/repository.ts';

export interface NamingText {
  text: string;
  owner: string;
}

export interface SocialFacts {
  piece_id: string;
  position: number;
  headline: string;
  summary: string;
  locale: string;
  author_name: string;
}

const AT_ONCE = 100;
const NAMES_AN_IMAGE = '%/media/%';

export class ImageReferenceStore extends Repository {
  async *texts(): AsyncGenerator<NamingText> {
    yield* this.#pieceTexts('piece_versions');
    yield* this.#pieceTexts('piece_proposals');
    yield* this.#profiles();
    yield* this.#products();
    yield* this.#sitePages();
    yield* this.#identity();
  }

  async *#pieceTexts(table: 'piece_versions' | 'piece_proposals'): AsyncGenerator<NamingText> {
    let after = { piece_id: '', number: 0 };
    for (;;) {
      const rows = await this.db.slow
        .selectFrom(table)
        .select(['piece_id', 'number', 'body_md', 'image'])
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('piece_id', 'number'), '>', tuple(after.piece_id, after.number)),
        )
        .where(({ eb, or }) =>
          or([eb('body_md', 'like', NAMES_AN_IMAGE), eb('image', 'like', NAMES_AN_IMAGE)]),
        )
        .orderBy('piece_id')
        .orderBy('number')
        .limit(AT_ONCE)
        .execute();
      for (const row of rows) yield { text: namingText(row), owner: `piece ${row.piece_id}` };
      const last = rows.at(-1);
      if (!last) return;
      after = last;
    }
  }

  async *#profiles(): AsyncGenerator<NamingText> {
    for (let after = ''; ; ) {
      const rows = await this.db.slow
        .selectFrom('authors')
        .select(['id', 'slug', 'avatar_url'])
        .where('avatar_url', 'like', NAMES_AN_IMAGE)
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute();
      for (const { slug, avatar_url } of rows) {
        yield { text: avatar_url ?? '', owner: `the profile of ${slug}` };
      }
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  async *#products(): AsyncGenerator<NamingText> {
    for (let after = ''; ; ) {
      const rows = await this.db.slow
        .selectFrom('products')
        .select(['id', 'image_url'])
        .where('image_url', 'like', NAMES_AN_IMAGE)
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute();
      for (const { id, image_url } of rows) yield { text: image_url ?? '', owner: `product ${id}` };
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  async *#identity(): AsyncGenerator<NamingText> {
    const { json } = await new IdentityStore(this.db).get();
    if (json !== null) yield { text: json, owner: 'the site' };
  }

  /** Selects all site pages in one query, because there are few; a public page may differ from its draft. */
  async *#sitePages(): AsyncGenerator<NamingText> {
    for (const table of ['site_pages', 'public_pages'] as const) {
      const rows = await this.db.slow
        .selectFrom(table)
        .select(['slug', 'body_md'])
        .where('body_md', 'like', NAMES_AN_IMAGE)
        .execute();
      for (const { slug, body_md } of rows) yield { text: body_md, owner: `the page /${slug}` };
    }
  }

  async *social(authorId: string | null = null): AsyncGenerator<SocialFacts> {
    for (let after = 0; ; ) {
      const rows = await this.db.slow
        .selectFrom('publications as p')
        .innerJoin('authors as a', 'a.id', 'p.author_id')
        .select(['p.piece_id', 'p.position', 'p.headline', 'p.summary', 'p.locale'])
        .select('a.name as author_name')
        .where('p.position', '>', after)
        .$if(authorId !== null, (query) => query.where('p.author_id', '=', authorId ?? ''))
        .orderBy('p.position')
        .limit(AT_ONCE)
        .execute();
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = last.position;
    }
  }
}
