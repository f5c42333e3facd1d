/** Makes text searchable: two texts fold alike when Unicode says they differ only in case. */

const beyondAscii = /[\u0080-\uffff]/;

/**
 * Canonical caseless matching (Unicode D145): decompose, case-fold, compose. Accents count.
 *
 * Which letter stands for its class is our own (Cherokee folds to its small letters, Unicode's to
 * its capitals), so compare folded text only with text folded here. The classes are Unicode's.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  // Decomposing first keeps the iota subscript behind every accent before it becomes a letter.
  // Dotless ı is the one letter that upper-casing merges with another and case folding does not.
  const pieces = text.normalize('NFD').split('ı');
  return pieces.map(foldPiece).join('ı').normalize('NFC');
}

/** Upper-casing opens ß and the ligatures; lower-casing before it is for ẞ, a capital already. */
function foldPiece(piece: string): string {
  const folded = piece.toLowerCase().toUpperCase().toLowerCase();
  // toLowerCase picks ς or σ by the letters around it; folding must not depend on them.
  return folded.replaceAll('ς', 'σ');
}
