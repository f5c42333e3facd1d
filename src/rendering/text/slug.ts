/** Makes the slug of a piece from its headline, and that of a writer from their name. */

const LONGEST = 80;

/** Latin letters without a separable accent. */
const plainLatin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'ng',
  ĸ: 'k',
  ƒ: 'f',
  ɓ: 'b',
  ƈ: 'c',
  ɖ: 'd',
  ɗ: 'd',
  ɠ: 'g',
  ƙ: 'k',
  ɲ: 'n',
  ƥ: 'p',
  ƭ: 't',
  ƴ: 'y',
  ƶ: 'z',
  ɛ: 'e',
  ɔ: 'o',
  ə: 'e',
};

export const slugify = (headline: string): string => shorten(inSlugForm(headline)) || 'piece';

/** Writers' slugs are ASCII; a name in another script gives an empty slug, and the writer chooses one. */
export const writerSlugOf = (name: string): string =>
  shorten(inSlugForm(inSlugForm(name).replace(/[^\x20-\x7e]/g, '')));

export const inSlugForm = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/\p{Script=Latin}\p{M}*/gu, plainLetter)
    .replace(/[^\p{L}\p{Nd}\p{M}]+/gu, '-')
    .replace(/(?<=^|-)\p{M}+/gu, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');

/** Compatibility forms (ﬁ, ª, full width) are replaced for Latin only; other scripts stay as written. */
function plainLetter(letter: string): string {
  return Array.from(letter.normalize('NFKD').toLowerCase())
    .filter((character) => !/\p{M}/u.test(character))
    .map((character) => plainLatin[character] ?? character)
    .join('');
}

function shorten(slug: string): string {
  const characters = Array.from(slug);
  if (characters.length <= LONGEST) return slug;
  const kept = characters.slice(0, LONGEST).join('');
  if (characters[LONGEST] === '-') return kept;
  const hyphen = kept.lastIndexOf('-');
  if (hyphen > 0) return kept.slice(0, hyphen);
  // A letter is dropped if the cut would separate it from its mark.
  return /^\p{M}/u.test(characters[LONGEST] ?? '') ? kept.replace(/\P{M}\p{M}*$/u, '') : kept;
}
