// Renumbers the footnotes of a pasted text, so that they don't clash with the piece's own.

const NUMBERED = /\[\^(\d{1,6})\]/g;

export function notesApart(pasted: string, piece: string): string {
  const taken = [...piece.matchAll(NUMBERED)].reduce(
    (most, [, number]) => Math.max(most, Number(number)),
    0,
  );
  if (taken === 0) return pasted;
  return pasted.replace(NUMBERED, (_, number: string) => `[^${Number(number) + taken}]`);
}
