// Profile fields of an author. To add one, add it here and write the migration for its column; the compiler or
// a test names every other place that needs it.

import { namesOf, valuesFor } from './field-lists.ts';
import { LIMITS } from './limits.ts';
import { NullableString, NullableUri } from './shapes.ts';
import { NullableText } from './text.ts';

interface ProfileFieldFacts {
  maxLength: number;
  /** The public record shows an image by its full URL, however the row stores it. */
  format?: 'uri' | 'image';
  /** Author search covers these fields and the name. */
  isSearched: boolean;
  /** Control in the desk's profile form; null if another form sets the field. */
  form: FormControl | null;
}

interface FormControl {
  kind: 'line' | 'area' | 'url';
  label: string;
  hint?: string;
}

/** Each field is text or null, with the same name in the column and on the wire. */
export const PROFILE_FIELDS = {
  bio: {
    maxLength: LIMITS.authorBio,
    isSearched: true,
    form: { kind: 'area', label: 'Bio' },
  },
  role: {
    maxLength: LIMITS.authorLine,
    isSearched: true,
    form: { kind: 'line', label: 'Role', hint: 'Such as structural engineer.' },
  },
  niche: {
    maxLength: LIMITS.authorLine,
    isSearched: true,
    form: { kind: 'line', label: 'Niche', hint: 'What you write about.' },
  },
  location: {
    maxLength: LIMITS.authorLine,
    isSearched: false,
    form: { kind: 'line', label: 'Location', hint: 'Where you live. You can leave this empty.' },
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

export type ProfileValues = { [field in ProfileField]: string | null };

/** Names in the order of records and archives. */
export const PROFILE_FIELD_NAMES = namesOf(PROFILE_FIELDS);

export const profileField = (name: ProfileField): ProfileFieldFacts => PROFILE_FIELDS[name];

export type ProfileFormField = {
  [field in ProfileField]: (typeof PROFILE_FIELDS)[field]['form'] extends null ? never : field;
}[ProfileField];

export const PROFILE_FORM_FIELDS = PROFILE_FIELD_NAMES.filter(
  (name): name is ProfileFormField => PROFILE_FIELDS[name].form !== null,
);

export const SEARCHED_FIELDS = PROFILE_FIELD_NAMES.filter((name) => profileField(name).isSearched);

export const profileInput = (name: ProfileField) => {
  const { maxLength, format } = profileField(name);
  return NullableText(maxLength, format && { format });
};

export const profileRecord = valuesFor(PROFILE_FIELD_NAMES, (name) =>
  profileField(name).format === undefined ? NullableString() : NullableUri(),
);
