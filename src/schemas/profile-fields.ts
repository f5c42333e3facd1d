// The profile fields of an author. A new one also needs a migration; the compiler or a test names other places.

import { AUTHOR_LIMITS } from './accounts/author-limits.ts';
import { namesOf, valuesFor } from './field-lists.ts';
import { NullableString, NullableUri } from './shapes.ts';
import { NullableText, URL_LENGTH } from './text.ts';

interface ProfileFieldFacts {
  maxLength: number;
  /** Public records show images by their full URL, whether or not the row has it. */
  format?: 'uri' | 'image';
  /** True if author search reads the field; it always reads the name. */
  isSearched: boolean;
  /** The control in the desk's profile form; null if another form sets the field. */
  form: FormControl | null;
}

interface FormControl {
  kind: 'line' | 'area' | 'url';
  label: string;
  hint?: string;
}

/** Each field is text or null, and has the same name in the column and in the API. */
export const PROFILE_FIELDS = {
  bio: {
    maxLength: AUTHOR_LIMITS.bio,
    isSearched: true,
    form: { kind: 'area', label: 'Bio' },
  },
  role: {
    maxLength: AUTHOR_LIMITS.line,
    isSearched: true,
    form: { kind: 'line', label: 'Role', hint: 'Such as structural engineer.' },
  },
  niche: {
    maxLength: AUTHOR_LIMITS.line,
    isSearched: true,
    form: { kind: 'line', label: 'Niche', hint: 'What you write about.' },
  },
  location: {
    maxLength: AUTHOR_LIMITS.line,
    isSearched: false,
    form: { kind: 'line', label: 'Location', hint: 'Where you live. You can leave this empty.' },
  },
  avatar_url: {
    maxLength: URL_LENGTH,
    format: 'image',
    isSearched: false,
    form: null,
  },
  website: {
    maxLength: URL_LENGTH,
    format: 'uri',
    isSearched: false,
    form: { kind: 'url', label: 'Website', hint: 'Verify it under Online presence.' },
  },
} satisfies { [name: string]: ProfileFieldFacts };

export type ProfileField = keyof typeof PROFILE_FIELDS;

export type ProfileValues = { [field in ProfileField]: string | null };

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
