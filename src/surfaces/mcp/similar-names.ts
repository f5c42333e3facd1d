// Guesses which name was meant, for "did you mean query?".

export function similarName(given: string, names: readonly string[]): string | undefined {
  // Names many times as long as any real one aren't compared.
  if (given.length > LONGEST) return undefined;
  const [plainGiven, wordsGiven] = [plain(given), wordsIn(given)];
  const nearest = names
    .map((name) => ({ name, steps: stepsBetween(plainGiven, plain(name)) }))
    .filter(({ name, steps }) => steps <= Math.floor(plain(name).length / LETTERS_A_STEP))
    .toSorted((one, other) => one.steps - other.steps)[0];
  const sharing = names.find((name) => wordsIn(name).some((word) => wordsGiven.includes(word)));
  return nearest?.name ?? sharing;
}

const LONGEST = 60;

/** Length for which one wrong letter is allowed: a name of five letters may have two. */
const LETTERS_A_STEP = 2.5;

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** `piece_id`, `piece-id` and `pieceId` consist of the same words. */
const wordsIn = (name: string) =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Levenshtein distance. */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1];
    for (let at = 1; at < row.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
