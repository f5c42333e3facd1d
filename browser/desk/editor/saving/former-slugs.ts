// Takes over what earlier versions of the editor stored under the writer's slug. Slugs change, account ids don't.

import { leftBehind } from './unsaved-changes.ts';

/** The first words of the keys: those that earlier versions used, and today's. */
const STORED = {
  standfirst: 'unsaved changes',
  'writing settings': 'writing settings',
  'writing places': 'writing places',
} as const;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const LONGEST_MS = 5_000;

interface FormerKey {
  key: string;
  start: string;
  slug: string;
  rest: string;
}

export async function takeOverFormerSlugs(account: string): Promise<void> {
  const former = await formerKeys();
  if (former.length === 0) return;
  const slugs = await slugsOf(account);
  for (const { key, start, slug, rest } of former) {
    if (slugs.includes(slug)) move(key, `${start} ${account}${rest}`);
  }
}

/** Keys under anybody's slug, except those of pages that are still open. */
async function formerKeys(): Promise<FormerKey[]> {
  const found: FormerKey[] = [];
  for (const [start, today] of Object.entries(STORED)) {
    for (const key of await leftBehind(`${start} `)) {
      const [slug = '', ...rest] = key.slice(start.length + 1).split(' ');
      if (start === today && UUID.test(slug)) continue;
      found.push({ key, start: today, slug, rest: rest.map((part) => ` ${part}`).join('') });
    }
  }
  return found;
}

/** Every slug that the account has had; none if the service can't say, so that the next page asks again. */
async function slugsOf(account: string): Promise<string[]> {
  try {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const answer = await (await fetch('/desk/edit/token', { signal })).json();
    return answer.account?.id === account ? answer.account.slugs : [];
  } catch {
    return [];
  }
}

function move(from: string, to: string): void {
  const value = localStorage.getItem(from);
  if (value === null) return;
  try {
    if (localStorage.getItem(to) === null) localStorage.setItem(to, value);
    localStorage.removeItem(from);
  } catch {
    // Storage is full, so the text stays under its former key until there is room.
  }
}
