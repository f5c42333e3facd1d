// The forms of a page, read from its HTML: where each is sent, and its fields.

export interface FoundForm {
  action: string;
  isMultipart: boolean;
  /** Fields that the browser sends unchanged. */
  hidden: { [name: string]: string };
  /** Fields that a person fills in. */
  filled: { name: string; type: string }[];
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

/** Every form that is posted, and each of its buttons that is sent elsewhere. */
export function formsOn(url: string, body: string): FoundForm[] {
  const forms = [...body.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].map(([text]) => text);
  return forms
    .filter((text) => attribute(opening(text), 'method') === 'post')
    .flatMap((text) => {
      const id = attribute(opening(text), 'id');
      const outside = id ? [...body.matchAll(new RegExp(`<[^>]* form="${id}"[^>]*>`, 'g'))] : [];
      const fields = [...controlsIn(text), ...outside.map(([tag]) => tag)];
      const action = attribute(opening(text), 'action') || url;
      const others = [...text.matchAll(/\sformaction="([^"]*)"/g)].map(([, each = '']) => each);
      return [action, ...others].map((each) => ({
        action: each,
        isMultipart: opening(text).includes('multipart/'),
        hidden: Object.fromEntries(fields.filter(isHidden).map(nameAndValue)),
        filled: fields.filter((tag) => !isHidden(tag)).map(nameAndType),
      }));
    });
}

const opening = (text: string) => text.slice(0, text.indexOf('>') + 1);

const controlsIn = (text: string) =>
  [...text.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([tag]) => tag);

const isHidden = (tag: string) => attribute(tag, 'type') === 'hidden';

const nameAndValue = (tag: string) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? ''];

const nameAndType = (tag: string) => ({
  name: attribute(tag, 'name') ?? '',
  type: tag.startsWith('<input') ? (attribute(tag, 'type') ?? 'text') : 'text',
});
