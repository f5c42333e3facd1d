// The declaration that every publishing form requires, filled in for tests that are about something else.

interface Fields {
  [name: string]: string;
}

/** “Written by me”, even if the versions say something else. Tests of declarations send their own, or "". */
export const DECLARED = { declaration: 'human', confirmed: 'human' };

export const withDeclaration = (url: string, fields: Fields): Fields =>
  /\/publish$/.test(url) && fields['declaration'] === undefined
    ? { ...DECLARED, ...fields }
    : fields;
