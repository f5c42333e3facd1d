// Multi-row statements in chunks, because both databases limit the number of parameters.

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
