/** Escapes text for HTML, in elements and in double-quoted attributes. */

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // No page may have one.
  '\0': '\uFFFD',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"\0]/g, (character) => replacements[character] ?? character);
}
