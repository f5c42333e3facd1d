// The Markdown of the editor: what it shows as a format is what the service renders as one.

import { markdown, markdownLanguage } from '@codemirror/lang-markdown';

/**
 * The service has no bare links, raised letters or emoji names. Enter, Backspace and pasting have
 * rules of their own here.
 */
export const markdownSupport = markdown({
  base: markdownLanguage,
  extensions: { remove: ['Autolink', 'Subscript', 'Superscript', 'Emoji'] },
  addKeymap: false,
  pasteURLAsLink: false,
});
