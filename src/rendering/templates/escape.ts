// Escapes text for markup.

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // NUL is not allowed in HTML.
  '\0': '\uFFFD',
};

const replaced = (character: string) => replacements[character] ?? character;

/** Escapes for pages: elements, and attributes with either quotes. */
export const escapeHtml = (text: string) =>
  // Testing first is faster, because most texts have nothing to replace.
  /[&<>"'\0]/.test(text) ? text.replace(/[&<>"'\0]/g, replaced) : text;

/**
 * Escapes for articles, feeds and badges: elements and double-quoted attributes. Apostrophes stay, since
 * programs compare and cache these documents by their bytes.
 */
export const escapeMarkup = (text: string) => text.replace(/[&<>"\0]/g, replaced);
