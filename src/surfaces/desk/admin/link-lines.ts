// Parses and writes links as text, one per line: a label, then a URL.

import { Problem } from '../../../errors.ts';
import type { SiteLink } from '../../../schemas/identity/identity.ts';

const LINE = /^(.*\S)\s+(\S+)$/;

/** Throws `invalid_input` for the field if a line lacks a label or a URL. */
export function linksIn(text: string, field: string): SiteLink[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, label, url] = LINE.exec(line) ?? [];
      if (label !== undefined && url !== undefined) return { label, url };
      const reason =
        'Each line needs a label and a URL, such as “About /about”. This line has only one of them: ' +
        line;
      throw new Problem('invalid_input', { errors: [{ field, reason }] });
    });
}

export const linkLines = (links: readonly SiteLink[]): string =>
  links.map(({ label, url }) => `${label} ${url}`).join('\n');
