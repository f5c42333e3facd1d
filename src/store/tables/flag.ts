// Booleans in the database: SQLite has none, so both databases use 1 and 0.

export type Flag = 0 | 1;

export const flag = (value: boolean): Flag => (value ? 1 : 0);
