// Yes and no in the database: SQLite has no booleans, so both databases use 1 and 0.

export type Flag = 0 | 1;

export const flag = (value: boolean): Flag => (value ? 1 : 0);
