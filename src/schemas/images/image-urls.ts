// Image URLs: one for each image, with its size in it.

const IMAGE_PATH = /^\/media\/([0-9a-f]{64}-([1-9]\d{0,4})x([1-9]\d{0,4}))$/;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export const mediaPath = (name: string) => `/media/${name}`;

/** Whether this is the name of a writer's own image, which has one size and one encoding. */
export const isAvatar = (name: string) => /^[0-9a-f]{64}\.webp$/.test(name);

/** The name of an image, from the hash of its content. */
export const imageName = (hash: string, { width, height }: ImageSize) =>
  `${hash}-${width}x${height}`;

/** What the URL of one of our own images says, or null for any other URL. */
export function imageAt(path: string): (ImageSize & { readonly name: string }) | null {
  const [, name, width, height] = IMAGE_PATH.exec(path) ?? [];
  return name === undefined ? null : { name, width: Number(width), height: Number(height) };
}

/** Whether an absolute URL could be that of an image that was uploaded, on whatever host. */
export const isUploadUrl = (url: string) => imageAt(URL.parse(url)?.pathname ?? '') !== null;

/** One of our own images without the base URL, as it is stored; any other URL as it is. */
export const storedImageUrl = (url: string, baseUrl: string): string =>
  url.startsWith(`${baseUrl}/`) && imageAt(url.slice(baseUrl.length))
    ? url.slice(baseUrl.length)
    : url;

/**
 * Anything that looks like one of our images, on whatever host: what a sweep must leave, and what is shown
 * while a piece names it.
 */
const ANY_HASH = /\/media\/([0-9a-f]{64})/g;

export const hashesIn = (text: string): string[] =>
  [...text.matchAll(ANY_HASH)].map(([, hash = '']) => hash);

interface NamesImages {
  readonly body_md: string;
  readonly image: string | null;
}

/** Everything in a version that may name images. */
export const namingText = ({ body_md, image }: NamesImages): string =>
  image === null ? body_md : `${image}\n${body_md}`;

/** The hashes of the images of a version: in its text, and its cover. */
export const imagesNamedIn = (version: NamesImages): string[] => hashesIn(namingText(version));
