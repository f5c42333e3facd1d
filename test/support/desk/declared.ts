// What every form that publishes has to declare: tests that are about something else leave it out.

interface Fields {
  [name: string]: string;
}

/** "Written by me", also where the versions say something else. Tests of declarations send their own, or "". */
export const DECLARED = { declaration: 'human', confirmed: 'human' };

export const withDeclaration = (url: string, fields: Fields): Fields =>
  /\/publish$/.test(url) && fields['declaration'] === undefined
    ? { ...DECLARED, ...fields }
    : fields;
