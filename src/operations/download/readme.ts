// What a writer finds in the ZIP, said in it.

export const README = `Your writing, as it was when you downloaded it.

profile.json         what readers see beside your name, and your e-mail address
pieces/              a folder for each piece, by day and headline
  piece.md           the piece as it stands, in Markdown; what is known of it stands
                     at its head, between two lines of dashes, in YAML
  versions/0001.md   every saved state of it, and who saved it when
  history.json       every change of its state, and who made it when
media/               the images that your pieces show; /media/name in a text is
                     media/name here, with the ending of its kind
MISSING.txt          images that a text names and that are no longer kept, if any

Times are in UTC. Each piece.md and each version can be imported again at the desk.
`;
