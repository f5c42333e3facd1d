// Permissions of files with drafts, e-mail addresses or password hashes: the owner alone.

export const PRIVATE = { file: 0o600, folder: 0o700 } as const;
