// The files that are sent: images, and writing to be imported.

import sharp from 'sharp';

const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#a03020' } });

const image = { type: 'image/png', name: 'square.png', bytes: await square(64).png().toBuffer() };
const text = (name: string, content: string) => ({
  name,
  type: 'text/plain',
  bytes: Buffer.from(content),
});

export const FILES = {
  image,
  photograph: { type: 'image/jpeg', name: 'p.jpg', bytes: await square(900).jpeg().toBuffer() },
  noImage: text('words.png', 'These are words.'),
  largeImage: { ...image, bytes: Buffer.alloc(10 * 1024 * 1024 + 1) },
  markdown: text(
    'a-letter.md',
    '---\ntitle: A letter\ndescription: To somebody\ntags: [one, two]\ncategory: culture\n---\n\nDear *you*.\n',
  ),
  misfit: text(
    'misfit.md',
    `---\ntitle: ${'x'.repeat(201)}\ncategory: nonsense\nlocale: "?"\nframe: x\n---\n\n![a](data:image/png;base64,AA)\n`,
  ),
  page: text(
    'page.html',
    '<title>A page</title><h1>A page</h1><p>With <b>bold</b>, x<sup>2</sup> and <iframe src="https://x.example"></iframe></p><table><tr><td colspan="2">wide</td></tr></table>',
  ),
  empty: text('empty.txt', ''),
  wrongKind: text('program.exe', 'MZ'),
  notText: { name: 'bytes.txt', type: 'text/plain', bytes: Buffer.from([0xff, 0xfe, 0x00]) },
  largeText: text('large.txt', 'x'.repeat(2 * 1024 * 1024 + 1)),
};
