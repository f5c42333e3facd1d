// Escapes text for markup.

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Not allowed in any page.
  '\0': '\uFFFD',
};

const replaced = (character: string) => replacements[character] ?? character;

/** For pages: in elements and in attributes, whichever quotes they have. */
export const escapeHtml = (text: string) =>
  // Most texts have nothing to replace.
  /[&<>"'\0]/.test(text) ? text.replace(/[&<>"'\0]/g, replaced) : text;

/**
 * For articles, feeds and badges: in elements and in double-quoted attributes. Apostrophes stay as
 * they are, since programs compare and cache these documents by their bytes.
 */
export const escapeMarkup = (text: string) => text.replace(/[&<>"\0]/g, replaced);
