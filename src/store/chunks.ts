// Multi-row statements within the number of parameters that both databases take.

const ROWS = 100;

export const batchesOf = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, batch) =>
    rows.slice(batch * ROWS, (batch + 1) * ROWS),
  );

export async function inBatches<Row>(
  rows: Row[],
  execute: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (const some of batchesOf(rows)) await execute(some);
}
