// Lists of links in llms.txt and the other text files for programs.

export interface Link {
  name: string;
  address: string;
  note: string;
}

export const section = (title: string, links: Link[]): string =>
  links.length === 0 ? '' : `## ${title}\n\n${links.map(item).join('')}`;

const item = ({ name, address, note }: Link) =>
  `- [${inline(name)}](${bare(address)}): ${inlineNote(note)}\n`;

/** User-written text goes on one line, escaped so that it can't start Markdown syntax. */
export const inline = (text: string) =>
  oneLine(text).replace(/[\\[\]<>`*_#]/g, (character) => `\\${character}`);

const inlineNote = (text: string) => oneLine(text).replace(/[<>[\]]/g, (each) => `\\${each}`);

export const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** A bracket in a URL would end the Markdown link early. */
const bare = (address: string) => address.replaceAll('(', '%28').replaceAll(')', '%29');
