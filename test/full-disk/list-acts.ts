// Writes of the desk's list, its trash, a slug and an invitation, as acts on a full disk.

import { randomUUID } from 'node:crypto';
import { CATEGORIES } from '../../src/schemas/vocabulary.ts';
import type { Act, Desk } from './acts.ts';

interface Pieces {
  /** A draft. */
  made(): Promise<string>;
  published(): Promise<string>;
}

/** The writer is an admin. */
export function listActs({ origin, writer }: Desk, { made, published }: Pieces): Act[] {
  const trash = `${origin}/desk/trash`;
  const trashed = async () => {
    const id = await made();
    await writer.post(`${origin}/desk/edit/pieces/${id}/delete`);
    return id;
  };
  const two = async () => `${await made()} ${await made()}`;
  const chosen = (ids: string) =>
    Object.fromEntries(ids.split(' ').map((id) => [`piece-${id}`, 'yes']));
  return [
    {
      what: 'restore from the trash',
      done: 303,
      prepare: trashed,
      run: (id) => writer.post(`${trash}/${id}/restore`),
    },
    {
      what: 'delete permanently',
      done: 303,
      prepare: trashed,
      run: (id) => writer.post(`${trash}/${id}/delete`),
    },
    {
      what: 'category of several pieces',
      done: 303,
      prepare: two,
      run: (ids) =>
        writer.post(`${origin}/desk/bulk`, {
          ...chosen(ids),
          ...{ act: 'category', category: CATEGORIES.at(-1) ?? '' },
        }),
    },
    {
      what: 'delete several pieces',
      done: 303,
      prepare: two,
      run: (ids) =>
        writer.post(`${origin}/desk/bulk`, { ...chosen(ids), act: 'delete', confirmed: 'yes' }),
    },
    {
      what: 'another slug',
      done: 303,
      prepare: published,
      run: (id) =>
        writer.post(`${origin}/desk/edit/pieces/${id}/slug`, {
          slug: `slug-${randomUUID()}`,
          confirm: 'yes',
        }),
    },
    {
      what: 'publish with what is chosen there',
      done: 303,
      prepare: made,
      run: (id) =>
        writer.post(`${origin}/desk/edit/pieces/${id}/publish`, {
          version: '1',
          category: CATEGORIES.at(-1) ?? '',
          slug: `slug-${randomUUID()}`,
        }),
    },
    {
      what: 'invitation',
      done: 200,
      run: () => writer.post(`${origin}/desk/invite`, { role: 'writer' }),
    },
  ];
}
