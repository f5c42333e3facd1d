// Yields all items of a paged list, requesting each page when it is needed.

interface Page {
  /** Missing or null on the last page. */
  next_cursor?: string | null;
}

/** The input for one page. A cursor given by the caller says where to begin. */
interface Asked {
  cursor?: string | undefined;
}

export async function* walk<Input extends Asked, Answer extends Page, Item>(
  input: Input,
  read: (page: Input) => Promise<Answer>,
  itemsOf: (answer: Answer) => readonly Item[],
): AsyncGenerator<Item, void> {
  let asked: Input | null = input;
  while (asked !== null) {
    const answer: Answer = await read(asked);
    yield* itemsOf(answer);
    asked = answer.next_cursor ? { ...input, cursor: answer.next_cursor } : null;
  }
}
