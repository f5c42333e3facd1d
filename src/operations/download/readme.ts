// The README file in the downloaded ZIP.

export const README = `Your writing, as it was when you downloaded it.

profile.json         what readers see next to your name, and your email address
pieces/              a folder for each piece, by day and headline
  piece.md           the current text in Markdown, with its details as YAML front matter
  versions/0001.md   every saved version, who saved it, and when
  history.json       every change of status, who made it, and when
  conversation.json  notes, replies, and what your programs proposed, if anything
media/               the images in your pieces; /media/name in a text is the file
                     media/name here, with a file extension
MISSING.txt          images that a text refers to but that no longer exist, if any

Times are in UTC. Each piece.md and each version can be imported again at the desk.
`;
