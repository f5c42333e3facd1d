// Files that an attacker might send in place of an image, or inside one.

import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { MARK } from './cleanliness.ts';
import { flipBook, painting } from './image-world.ts';
import * as raw from './raw-images.ts';

export interface HostileFile {
  name: string;
  bytes: Buffer;
  fileName?: string;
  type?: string;
}

const SCRIPT = `<script>alert("${MARK}")</script>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`;
const ENTITIES = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${MARK}"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;&f;</text></svg>`;
const PDF = `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\("${MARK}"\\))>>>>endobj\n%%EOF`;
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from(MARK)]);

const jpeg = await painting(60, 40).jpeg().toBuffer();
const png = await painting(60, 40).png().toBuffer();
const webp = await painting(60, 40).webp().toBuffer();
const avif = await painting(60, 40).avif({ effort: 0 }).toBuffer();
const gif = await painting(60, 40).gif().toBuffer();
const movingGif = await flipBook(20, 20, 5).gif().toBuffer();
const movingWebp = await flipBook(20, 20, 5).webp().toBuffer();

const text = (name: string, content: string | Buffer, fileName = 'a.png', type = 'image/png') => ({
  name,
  bytes: Buffer.from(content),
  fileName,
  type,
});

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

/** Each gets a refusal that says what is accepted. */
export const REFUSED: HostileFile[] = [
  text('SVG by its own name', SVG, 'a.svg', 'image/svg+xml'),
  text('SVG that says it is a PNG', SVG),
  text('SVG with a prologue and entities', ENTITIES),
  text('SVG behind a byte order mark', `\uFEFF${SVG}`),
  text('SVG in UTF-16', Buffer.from(`\uFEFF${SVG}`, 'utf16le')),
  text('SVG, packed', gzipSync(SVG), 'a.svgz'),
  text('SVG behind a comment and white space', ` \n\t<!-- ${'x'.repeat(500)} -->${SVG}`),
  text('SVG that begins as a GIF', `GIF89a${SVG}`, 'a.gif', 'image/gif'),
  text('SVG that begins as a PNG', Buffer.concat([raw.PNG_SIGNATURE, Buffer.from(SVG)])),
  text('SVG that begins as a JPEG', Buffer.concat([jpeg.subarray(0, 3), Buffer.from(SVG)])),
  text('SVG with an outside picture', SVG.replace(SCRIPT, '<image href="file:///etc/passwd"/>')),
  text('XML', `<?xml version="1.0"?><a>${MARK}</a>`, 'a.xml', 'text/xml'),
  text('HTML', HTML, 'a.html', 'text/html'),
  text('HTML that says it is a JPEG', HTML, 'a.jpg', 'image/jpeg'),
  text('script that begins as a GIF', `GIF89a/*${MARK}*/=1;alert(1)`, 'a.gif', 'image/gif'),
  text('PDF', PDF, 'a.pdf', 'application/pdf'),
  text('PDF that says it is a JPEG', PDF, 'a.jpg', 'image/jpeg'),
  text('text', 'Only words.', 'a.txt', 'text/plain'),
  text('ZIP', ZIP, 'a.zip', 'application/zip'),
  text('a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)])),
  text('ImageMagick script', `push graphic-context\nfill 'url(https://a.example/")'\n`, 'a.mvg'),
  text('PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file', 'a.eps'),
  text('TIFF', await painting(9, 9).tiff().toBuffer(), 'a.tiff', 'image/tiff'),
  text('BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]), 'a.bmp', 'image/bmp'),
  text('ICO', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(80)]), 'a.ico'),
  text('PPM', Buffer.concat([Buffer.from('P6 2 2 255\n'), Buffer.alloc(12)]), 'a.ppm'),
  text('Radiance', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd', 'a.hdr'),
  text('HEIC without a picture', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'a.heic', 'image/heic'),
  text('MP4', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'a.mp4', 'video/mp4'),
  text('the signature of a PNG alone', raw.PNG_SIGNATURE),
  text('PNG, cut off', half(png)),
  text('JPEG, cut off', half(jpeg)),
  text('WebP, cut off', half(webp)),
  text('GIF, cut off', half(gif)),
  text('AVIF, cut off', half(avif)),
  text('PNG with damaged pixels', Buffer.from(png).fill(0x55, 60, 200)),
  text('AVIF that declares more than it has', raw.resizedAvif(avif, 2000, 2000)),
  text('JPEG of a hundred thousand scans', raw.withScans(await black(4000, 4000), 100_000)),
  text('PNG of no width', raw.png(0, 10)),
  text('WebP with too large a canvas', raw.webpWithCanvas(webp, 16_383, 16_383)),
  text('WebP of 4000 × 4000 that has no pixels', raw.webpHead(4000, 4000)),
];

/** Each is refused for what it would unpack to. */
export const TOO_MANY_PIXELS: HostileFile[] = [
  text('PNG bomb of 400 million pixels', raw.png(20_000, 20_000)),
  text('PNG bomb, interlaced', raw.png(20_000, 20_000, { interlaced: true })),
  text('PNG that declares a million million pixels', pngHead(1_000_000, 1_000_000)),
  text('PNG that is one pixel high and very wide', pngHead(1_000_000, 60)),
  text('PNG of 49 million pixels in 16 bits', pngHead(7000, 7000, 16, 6)),
  text('progressive JPEG of 49 million pixels', await black(7000, 7000)),
  text('JPEG that declares 65500 × 65500', raw.resizedJpeg(jpeg, 65_500, 65_500)),
  text('WebP that declares 16383 × 16383', raw.webpHead(16_383, 16_383)),
  text('AVIF that declares 60000 × 60000', raw.resizedAvif(avif, 60_000, 60_000)),
  text('AVIF that declares more than may be decoded', raw.resizedAvif(avif, 2900, 2900)),
  text('GIF that declares 65535 × 65535', raw.gif(65_535, 65_535, 1)),
  text('GIF of 10,000 frames', raw.gif(4, 4, 10_000)),
  text('GIF of 100 frames of 4 million pixels', raw.gif(2000, 2000, 100)),
  text('WebP of 301 frames', await flipBook(8, 8, 301).webp().toBuffer()),
];

function pngHead(width: number, height: number, depth = 1, colour = 0): Buffer {
  return raw.png(width, height, { depth, colour, rows: Buffer.alloc(100) });
}

const withScript = Buffer.from(SCRIPT);
const comment = Buffer.concat([
  Buffer.from([0x21, 0xfe, SCRIPT.length]),
  withScript,
  Buffer.from([0]),
]);
const profile = (data: Buffer) => Buffer.concat([Buffer.from('p\0\0'), deflateSync(data)]);
const zeros = Buffer.alloc(100 * 1024 * 1024);

/** Each may be taken, and then nothing but the image is left of it. */
export const NEUTRALISED: HostileFile[] = [
  text('GIF and script in one', Buffer.concat([gif, Buffer.from(`/*${MARK}*/;alert(1)//`)])),
  text('GIF with script in a comment', raw.withGifBlock(gif, comment)),
  text('moving GIF with script in a comment', raw.withGifBlock(movingGif, comment)),
  text('moving WebP with script behind it', raw.withRiffChunk(movingWebp, 'XMP ', SCRIPT)),
  text('JPEG and HTML in one', Buffer.concat([jpeg, Buffer.from(HTML)])),
  text('JPEG with script in a comment', raw.withSegment(jpeg, 0xfe, SCRIPT)),
  text('JPEG with PHP in a comment', raw.withSegment(jpeg, 0xfe, `<?php echo "${MARK}";`), 'a.php'),
  text('JPEG with HTML in an application segment', raw.withSegment(jpeg, 0xef, HTML)),
  text(
    'JPEG with an ICC profile of nonsense',
    raw.withSegment(jpeg, 0xe2, `ICC_PROFILE\0\x01\x01${MARK}`),
  ),
  text(
    'JPEG with a thumbnail of script',
    raw.withSegment(jpeg, 0xe1, `Exif\0\0II*\0\x08\0\0\0\xff\xff${SCRIPT}`),
  ),
  text(
    'JPEG with a place and script in its EXIF',
    await painting(60, 40)
      .withExif({
        IFD0: { ImageDescription: SCRIPT, Copyright: MARK },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .jpeg()
      .toBuffer(),
  ),
  text(
    'JPEG with XMP',
    await painting(60, 40)
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`)
      .jpeg()
      .toBuffer(),
  ),
  text(
    'JPEG lying on its side, with a profile',
    await painting(60, 40).withMetadata({ orientation: 6, icc: 'p3' }).jpeg().toBuffer(),
  ),
  text('PNG and ZIP in one', Buffer.concat([png, ZIP])),
  text('PNG and PDF in one', Buffer.concat([png, Buffer.from(PDF)]), 'a.pdf', 'application/pdf'),
  text('PNG with script in a text', raw.withChunk(png, 'tEXt', Buffer.from(`Comment\0${SCRIPT}`))),
  text(
    'PNG with SVG in a text',
    raw.withChunk(png, 'iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${SVG}`)),
  ),
  text(
    'PNG with a text bomb',
    raw.withChunk(png, 'zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(zeros)])),
  ),
  text('PNG with an ICC bomb', raw.withChunk(png, 'iCCP', profile(zeros))),
  text(
    'PNG with an ICC profile of nonsense',
    raw.withChunk(png, 'iCCP', profile(Buffer.from(MARK.repeat(20)))),
  ),
  text('PNG with script in a chunk of its own', raw.withChunk(png, 'evIl', withScript)),
  text('PNG that says it is an SVG', png, 'a.svg', 'image/svg+xml'),
  text('PNG that says it is HTML', png, 'a.html', 'text/html'),
  text('PNG that says nothing', png, '', ''),
  text('PNG with a path for a name', png, '../../../../etc/passwd'),
  text('PNG with a path of Windows for a name', png, '..\\\\..\\\\windows\\\\a.exe'),
  text('PNG with a percent-encoded path for a name', png, '%2e%2e%2fdata%2fmedia%2fa.svg%00.png'),
  text('PNG with a very long name', png, `${'a'.repeat(5000)}.png`),
  text('PNG with markup for a name', png, `&quot;>${SCRIPT.replaceAll('"', "'")}.png`),
  text('PNG of 49 million pixels', raw.png(7000, 7000)),
  text('PNG of 49 million pixels, interlaced', raw.png(7000, 7000, { interlaced: true })),
  text('WebP with script in its EXIF', raw.withRiffChunk(webp, 'EXIF', SCRIPT)),
  text('WebP and HTML in one', Buffer.concat([webp, Buffer.from(HTML)])),
  text('AVIF and script in one', Buffer.concat([avif, Buffer.from(SCRIPT)])),
  text('progressive JPEG of 16 million pixels', await black(4000, 4000)),
];

function black(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#000' };
  return sharp({ create }).jpeg({ progressive: true }).toBuffer();
}
