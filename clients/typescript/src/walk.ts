// Walks a list to its end, page after page as they are needed.

interface Page {
  /** None where the list ends. */
  next_cursor?: string | null;
}

/** What one page is asked for by; a cursor says where the walk begins. */
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
