// Computes the share of a piece's words that a program wrote, from its versions.

import {
  followWords,
  type MarkedText,
  machinePercent,
  NO_TEXT,
} from '../../rendering/on-thread/whose-words.ts';
import { isProgram } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { PieceVersionRow } from '../../store/tables/pieces.ts';

/** Versions that are compared to attribute words. */
const VERSIONS_COMPARED = 60;

type Hand = Pick<PieceVersionRow, 'number' | 'saved_by_kind' | 'origin'>;

/** Words that a writer takes from a proposal count as a program's. */
const isMachine = ({ saved_by_kind, origin }: Omit<Hand, 'number'>) =>
  isProgram(saved_by_kind) || origin === 'taken';

/** The percentage in the version with this number; null if no program contributed. */
export async function machineShare(
  store: Store,
  pieceId: string,
  number: number,
): Promise<number | null> {
  const hands = await store.versions.hands(pieceId, number);
  if (!hands.some(isMachine)) return null;
  return shareOf(await store.versions.byNumbers(pieceId, compared(hands)));
}

/** The versions to compare: those by a program, restored ones, and the writer's last before each of these. */
export function compared(hands: readonly Hand[]): number[] {
  const isTurn = (hand: Hand | undefined) => !hand || isMachine(hand) || hand.origin === 'restored';
  const turns = hands.filter((hand, at) => isTurn(hand) || isTurn(hands[at + 1]));
  const numbers = turns.map(({ number }) => number);
  const latest = numbers.slice(-VERSIONS_COMPARED);
  return numbers.length > latest.length ? [...numbers.slice(0, 1), ...latest] : numbers;
}

type Shared = Pick<PieceVersionRow, 'headline' | 'sub' | 'body_md' | 'saved_by_kind' | 'origin'>;

export async function shareOf(versions: readonly Shared[]): Promise<number> {
  const known = new Map<string, MarkedText>();
  let marked = NO_TEXT;
  for (const version of versions) {
    const text = [version.headline, version.sub ?? '', version.body_md].join('\n\n');
    // A restored text's words belong to the authors of the version that was restored.
    const again = version.origin === 'restored' ? known.get(text) : undefined;
    marked = again ?? (await followWords(marked, text, isMachine(version)));
    known.set(text, marked);
  }
  return machinePercent(marked);
}
