// Splits a migration into its statements: a driver may run only the first of several.

/** What a statement may contain a semicolon in: a comment, quoted text, the body of a function. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|\w+|;|\s+|\S/g;

const TRIGGER = /^CREATE\s+(?:TEMP(?:ORARY)?\s+)?TRIGGER\b/i;

/** Without comments and without the semicolons at their ends. */
export function statementsIn(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    // In SQLite a trigger has statements of its own, between BEGIN and END.
    if (TRIGGER.test(statement)) depth += change(token);
    if (token !== ';' || depth > 0) {
      statement = statement === '' ? token.trimStart() : statement + token;
      continue;
    }
    statements.push(statement.trim());
    statement = '';
  }
  return [...statements, statement.trim()].filter((each) => each !== '');
}

/** CASE ends with END as well. */
function change(token: string): number {
  if (/^(?:BEGIN|CASE)$/i.test(token)) return 1;
  return /^END$/i.test(token) ? -1 : 0;
}
