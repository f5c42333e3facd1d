// The addresses of pictures: one for each, and its size can be read from it.

const PICTURE = /^\/media\/([0-9a-f]{64}-([1-9]\d{0,4})x([1-9]\d{0,4}))$/;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export const mediaPath = (name: string) => `/media/${name}`;

/** Whether this is the name of a writer's own picture, which has one size and one encoding. */
export const isAvatar = (name: string) => /^[0-9a-f]{64}\.webp$/.test(name);

/** The name of a picture, from the hash of its content. */
export const pictureName = (hash: string, { width, height }: PictureSize) =>
  `${hash}-${width}x${height}`;

/** What an address of one of our own pictures says, or null if it is none. */
export function pictureAt(path: string): (PictureSize & { readonly name: string }) | null {
  const [, name, width, height] = PICTURE.exec(path) ?? [];
  return name === undefined ? null : { name, width: Number(width), height: Number(height) };
}
