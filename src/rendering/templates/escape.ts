// Escapes text for markup.

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // NUL isn't allowed in HTML.
  '\0': '\uFFFD',
};

const replaced = (character: string) => replacements[character] ?? character;

/** Escapes text for elements and for attributes in either kind of quotes. */
export const escapeHtml = (text: string) =>
  // Testing first is faster, because most texts have nothing to replace.
  /[&<>"'\0]/.test(text) ? text.replace(/[&<>"'\0]/g, replaced) : text;

/**
 * Escapes text for articles, feeds and badges: elements and double-quoted attributes. Apostrophes stay as they are,
 * because programs compare and cache these documents by their bytes.
 */
export const escapeMarkup = (text: string) => text.replace(/[&<>"\0]/g, replaced);
