// Collects the images that a writer's Markdown refers to, each once.

import { imageAt, isAvatar, mediaPath } from '../../schemas/images/image-urls.ts';
import type { WriterActor } from '../actor.ts';
import { readAvatar } from '../images/avatars.ts';
import type { ImageViewer } from '../images/image-access.ts';
import { namesIn } from '../images/image-names.ts';
import { readImage } from '../images/images.ts';
import { type Context, timestamp } from '../operation.ts';
import type { ZipWriter } from './zip-writer.ts';

export class Images {
  readonly #context: Context;
  /** Checks access, because a text may refer to images that its writer may not see. */
  readonly #viewer: () => Promise<ImageViewer>;
  readonly #zip: ZipWriter;
  readonly #seen = new Set<string>();
  readonly #missing: string[] = [];

  constructor(context: Context, actor: WriterActor, zip: ZipWriter) {
    this.#context = context;
    this.#viewer = async () => ({ writer: actor });
    this.#zip = zip;
  }

  async addFrom(text: string, where: string): Promise<void> {
    for (const name of namesIn(text, this.#context.config.baseUrl)) {
      if (this.#seen.has(name)) continue;
      this.#seen.add(name);
      await this.#add(name, where);
    }
  }

  async #add(name: string, where: string): Promise<void> {
    const found = await this.#read(name);
    if (found) await this.#zip.add(found.file, found.bytes, timestamp(this.#context.now()));
    else this.#missing.push(`/media/${name}, named in ${where}\n`);
  }

  async #read(name: string): Promise<{ file: string; bytes: Buffer } | null> {
    if (isAvatar(name)) {
      const bytes = await readAvatar(this.#context, name);
      return bytes && { file: `media/${name}`, bytes };
    }
    const image = imageAt(mediaPath(name));
    const found =
      image && (await readImage(this.#context, image.name, ['fallback', 'webp'], this.#viewer));
    if (!found) return null;
    return { file: `media/${name}.${found.type.replace('image/', '')}`, bytes: found.bytes };
  }

  async listMissing(): Promise<void> {
    if (this.#missing.length === 0) return;
    const list = `These images no longer exist:\n\n${this.#missing.join('')}`;
    await this.#zip.add('MISSING.txt', list, timestamp(this.#context.now()));
  }
}
