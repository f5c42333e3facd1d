// The pictures that a writer's Markdown refers to, each once.

import { readMedia } from '../avatars.ts';
import { type Context, timestamp } from '../operation.ts';
import type { ZipWriter } from './zip-writer.ts';

/** Not after a host's name: that is somebody else's folder of the same name. */
const OWN_PICTURE = /(?<![\w.:/-])\/media\/([\w-][\w.-]{0,199})/g;

export class Pictures {
  readonly #context: Context;
  readonly #zip: ZipWriter;
  readonly #seen = new Set<string>();
  readonly #missing: string[] = [];

  constructor(context: Context, zip: ZipWriter) {
    this.#context = context;
    this.#zip = zip;
  }

  async addFrom(text: string, where: string): Promise<void> {
    const { config } = this.#context;
    const own = text.replaceAll(`${config.baseUrl}/media/`, ' /media/');
    for (const [, found = ''] of own.matchAll(OWN_PICTURE)) {
      // A full stop may end the sentence rather than the name.
      const name = found.replace(/\.+$/, '');
      if (this.#seen.has(name)) continue;
      this.#seen.add(name);
      await this.#add(name, where);
    }
  }

  async #add(name: string, where: string): Promise<void> {
    const bytes = await readMedia(this.#context, name);
    if (bytes) await this.#zip.add(`media/${name}`, bytes, timestamp(this.#context.now()));
    else this.#missing.push(`/media/${name}, named in ${where}\n`);
  }

  async listMissing(): Promise<void> {
    if (this.#missing.length === 0) return;
    const list = `These pictures are no longer kept here:\n\n${this.#missing.join('')}`;
    await this.#zip.add('MISSING.txt', list, timestamp(this.#context.now()));
  }
}
