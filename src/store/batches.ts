// Multi-row statements within the number of parameters that both databases take.

const ROWS = 100;

export async function inBatches<Row>(
  rows: Row[],
  execute: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS) await execute(rows.slice(at, at + ROWS));
}
