// The fields of an author's profile. To add one, add it here and write the migration for its column:
// the author's row, the desk's form, the public record, export, import and search follow from the
// list, and the compiler or a test names whatever else has to know the field.

import { namesOf, valuesFor } from './field-lists.ts';
import { LIMITS } from './limits.ts';
import { NullableString, NullableUri } from './shapes.ts';
import { NullableText } from './text.ts';

interface ProfileFieldFacts {
  /** In characters. */
  maxLength: number;
  /** The public record shows an image by its full URL, whatever is stored. */
  format?: 'uri' | 'image';
  /** What author search looks through, beside the name. */
  isSearched: boolean;
  /** Its control in the desk's profile form; null where it has a form of its own. */
  form: FormControl | null;
}

interface FormControl {
  kind: 'line' | 'area' | 'url';
  label: string;
  hint?: string;
}

/** Each is text or null, in a column of the same name, under the same name on the wire. */
export const PROFILE_FIELDS = {
  bio: {
    maxLength: LIMITS.authorBio,
    isSearched: true,
    form: { kind: 'area', label: 'Bio' },
  },
  role: {
    maxLength: LIMITS.authorLine,
    isSearched: true,
    form: { kind: 'line', label: 'Role', hint: 'Such as: structural engineer.' },
  },
  niche: {
    maxLength: LIMITS.authorLine,
    isSearched: true,
    form: { kind: 'line', label: 'Niche', hint: 'What you write about.' },
  },
  location: {
    maxLength: LIMITS.authorLine,
    isSearched: false,
    form: { kind: 'line', label: 'Location', hint: 'Where you are, if you like.' },
  },
  avatar_url: {
    maxLength: LIMITS.address,
    format: 'image',
    isSearched: false,
    form: null,
  },
  website: {
    maxLength: LIMITS.address,
    format: 'uri',
    isSearched: false,
    form: { kind: 'url', label: 'Website', hint: 'Verify it under Online presence.' },
  },
} satisfies { [name: string]: ProfileFieldFacts };

export type ProfileField = keyof typeof PROFILE_FIELDS;

/** One author's values. */
export type ProfileValues = { [field in ProfileField]: string | null };

/** In the order in which records and archives have them. */
export const PROFILE_FIELD_NAMES = namesOf(PROFILE_FIELDS);

export const profileField = (name: ProfileField): ProfileFieldFacts => PROFILE_FIELDS[name];

/** Those that the profile form sets. */
export type ProfileFormField = {
  [field in ProfileField]: (typeof PROFILE_FIELDS)[field]['form'] extends null ? never : field;
}[ProfileField];

export const PROFILE_FORM_FIELDS = PROFILE_FIELD_NAMES.filter(
  (name): name is ProfileFormField => PROFILE_FIELDS[name].form !== null,
);

export const SEARCHED_FIELDS = PROFILE_FIELD_NAMES.filter((name) => profileField(name).isSearched);

/** What a form or an archive may hold. */
export const profileInput = (name: ProfileField) => {
  const { maxLength, format } = profileField(name);
  return NullableText(maxLength, format && { format });
};

/** What the public record shows. */
export const profileRecord = valuesFor(PROFILE_FIELD_NAMES, (name) =>
  profileField(name).format === undefined ? NullableString() : NullableUri(),
);
