// Booleans in the database are 1 and 0, because SQLite has no boolean type.

export type Flag = 0 | 1;

export const flag = (value: boolean): Flag => (value ? 1 : 0);
