// Predicts whether matches in headlines will fill the page, from recent searches of the same length.

/** The weight of the latest search in the moving average. */
const WEIGHT = 0.2;

const shares = new Map<number, number>();

const shareOf = (length: number) => shares.get(length) ?? 1;

export const headsAreLikely = ({ length }: string): boolean => shareOf(length) >= 0.5;

export function learnHeads({ length }: string, wereEnough: boolean): void {
  shares.set(length, shareOf(length) * (1 - WEIGHT) + (wereEnough ? WEIGHT : 0));
}
