// Multi-row statements in chunks, within the number of parameters that both databases take.

const ROWS = 100;

export const chunksOf = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, chunk) =>
    rows.slice(chunk * ROWS, (chunk + 1) * ROWS),
  );

export async function inChunks<Row>(
  rows: Row[],
  execute: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (const some of chunksOf(rows)) await execute(some);
}
