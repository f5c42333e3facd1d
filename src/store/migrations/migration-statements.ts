// Splits a migration into statements, because a driver may run only the first of several.

/** Matches tokens that may contain a semicolon: comments, quoted text, function bodies. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|\w+|;|\s+|\S/g;

const TRIGGER = /^CREATE\s+(?:TEMP(?:ORARY)?\s+)?TRIGGER\b/i;

export function statementsIn(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    // A SQLite trigger contains statements between BEGIN and END.
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

/** How a token changes the nesting depth; CASE ends with END as well. */
function change(token: string): number {
  if (/^(?:BEGIN|CASE)$/i.test(token)) return 1;
  return /^END$/i.test(token) ? -1 : 0;
}
