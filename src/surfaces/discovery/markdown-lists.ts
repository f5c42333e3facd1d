// Lists of links as the text files for programs have them.

export interface Link {
  name: string;
  address: string;
  note: string;
}

/** Nothing where there is nothing to list. */
export const section = (title: string, links: Link[]): string =>
  links.length === 0 ? '' : `## ${title}\n\n${links.map(item).join('')}`;

const item = ({ name, address, note }: Link) =>
  `- [${inline(name)}](${bare(address)}): ${inlineNote(note)}\n`;

/** Other people's words on one line, in which they can begin nothing. */
export const inline = (text: string) =>
  oneLine(text).replace(/[\\[\]<>`*_#]/g, (character) => `\\${character}`);

const inlineNote = (text: string) => oneLine(text).replace(/[<>[\]]/g, (each) => `\\${each}`);

export const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** A bracket would end the link early. */
const bare = (address: string) => address.replaceAll('(', '%28').replaceAll(')', '%29');
