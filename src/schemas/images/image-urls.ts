// URLs and names of uploaded images.

const IMAGE_PATH = /^\/media\/([0-9a-f]{64}-([1-9]\d{0,4})x([1-9]\d{0,4}))$/;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export const mediaPath = (name: string) => `/media/${name}`;

/** Avatars have one size and one encoding, so their names have neither. */
export const isAvatar = (name: string) => /^[0-9a-f]{64}\.webp$/.test(name);

export const imageName = (hash: string, { width, height }: ImageSize) =>
  `${hash}-${width}x${height}`;

export function imageAt(path: string): (ImageSize & { readonly name: string }) | null {
  const [, name, width, height] = IMAGE_PATH.exec(path) ?? [];
  return name === undefined ? null : { name, width: Number(width), height: Number(height) };
}

/** True on any host, because the service may have had another host when the image was uploaded. */
export const isUploadUrl = (url: string) => imageAt(URL.parse(url)?.pathname ?? '') !== null;

/** Removes the base URL from the URLs of uploaded images. */
export const storedImageUrl = (url: string, baseUrl: string): string =>
  url.startsWith(`${baseUrl}/`) && imageAt(url.slice(baseUrl.length))
    ? url.slice(baseUrl.length)
    : url;

/** Matches image paths on any host: the sweep keeps these images, and they are served while a piece names them. */
const ANY_HASH = /\/media\/([0-9a-f]{64})/g;

export const hashesIn = (text: string): string[] =>
  [...text.matchAll(ANY_HASH)].map(([, hash = '']) => hash);

interface NamesImages {
  readonly body_md: string;
  readonly image: string | null;
}

export const namingText = ({ body_md, image }: NamesImages): string =>
  image === null ? body_md : `${image}\n${body_md}`;

export const imagesNamedIn = (version: NamesImages): string[] => hashesIn(namingText(version));
