// One author by slug: every field, every null, every slug that leads to them, and the ones that do not.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suspendWriter, verifyWriter } from '../../src/operations/accounts/writers.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { read, runScenarios } from '../support/scenarios.ts';
import { NOW, startService } from '../support/service.ts';

const NO_SOCIALS = {
  x: null,
  linkedin: null,
  facebook: null,
  youtube: null,
  instagram: null,
  newsletter: null,
};

const EVERY_SOCIAL = {
  x: 'https://x.example/eve',
  linkedin: 'https://linkedin.example/in/eve',
  facebook: 'https://facebook.example/eve',
  youtube: 'https://youtube.example/@eve',
  instagram: 'https://instagram.example/eve',
  newsletter: 'https://eve.example/letter?to=all&page=1#sign-up',
};

const urlsOf = (slug: string) => ({
  profile: `https://press.example/author/${slug}`,
  badge_svg: `https://press.example/embed/${slug}/badge.svg`,
  feed_json: `https://press.example/author/${slug}/feed.json`,
  feed_rss: `https://press.example/author/${slug}/feed.xml`,
});

const ADA = {
  name: 'Ada Lovelace',
  bio: 'Wrote the first program.\n\nLoves “horses” & <b>numbers</b>.',
  role: 'Mathematician',
  niche: 'Analytical engines',
  location: 'London',
  avatar_url: 'https://pictures.example/ada.png',
  website: 'https://ada.example/',
  identity_verified: true,
  website_verified: true,
};

const RECORDS = [
  author('ada', {
    ...ADA,
    email: 'ada.secret@example.org',
    admin: true,
    id: '0a0a0a0a-0000-4000-8000-00000000ada0',
    slugs: [{ slug: 'countess', since: '2025-02-01T00:00:00Z' }],
    socials: { x: 'https://x.example/ada', youtube: null },
    joined_at: '2025-02-01T00:30:00+01:00',
  }),
  piece('ada', { published_at: '2026-03-01T08:00:00.000Z' }),
  piece('ada', { published_at: '2026-05-02T09:30:00.000Z', modified_at: '2026-06-01T00:00:00Z' }),
  piece('ada', { status: 'draft', published_at: undefined }),
  piece('ada', { status: 'draft', published_at: '2026-06-05T00:00:00.000Z' }),
  piece('ada', { status: 'pending', published_at: undefined }),
  piece('ada', { status: 'rejected', published_at: undefined }),
  piece('ada', { status: 'changes_requested', published_at: undefined }),
  author('bare', { name: 'Bare' }),
  author('eve', { name: 'Eve', socials: EVERY_SOCIAL }),
  author('only-drafts', { name: 'Only Drafts' }),
  piece('only-drafts', { status: 'draft', published_at: undefined }),
  author('shut', {
    name: 'Shut Out',
    suspended_at: '2026-06-01T00:00:00Z',
    slugs: [{ slug: 'was-shut', since: '2025-01-01T00:00:00Z' }],
  }),
];

const ADA_ANSWER = {
  ok: true,
  author: {
    slug: 'ada',
    ...ADA,
    socials: { ...NO_SOCIALS, x: 'https://x.example/ada' },
    stats: { pieces_count: 2, last_published_at: '2026-05-02T09:30:00.000Z' },
    urls: urlsOf('ada'),
    joined_at: '2025-01-31T23:30:00.000Z',
  },
};

const BARE_ANSWER = {
  ok: true,
  author: {
    slug: 'bare',
    name: 'Bare',
    bio: null,
    role: null,
    niche: null,
    location: null,
    avatar_url: null,
    website: null,
    identity_verified: false,
    website_verified: false,
    socials: NO_SOCIALS,
    stats: { pieces_count: 0, last_published_at: null },
    urls: urlsOf('bare'),
    joined_at: NOW.toISOString(),
  },
};

const PRIVATE = ['ada.secret', 'admin', '0a0a0a0a', 'countess', 'suspended'];

const notFound = (name: string, slug: string) => ({
  name,
  url: `/api/public/authors/${slug}`,
  status: 404,
  lacks: ['"author"', 'Shut Out', 'Ada'],
});

for (const kind of DATABASES_IN_FULL) {
  describe(`an author by slug, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(...RECORDS);

    runScenarios(service, [
      {
        name: 'every field, and of the pieces only what is approved',
        url: '/api/public/authors/ada',
        status: 200,
        is: ADA_ANSWER,
        lacks: PRIVATE,
      },
      {
        name: 'a slug the author had before answers for the author of today',
        url: '/api/public/authors/countess',
        status: 200,
        is: ADA_ANSWER,
        lacks: PRIVATE,
      },
      {
        name: 'a slug with a letter percent-encoded',
        url: '/api/public/authors/%61da',
        status: 200,
        is: ADA_ANSWER,
      },
      {
        name: 'an author who gave nothing but a name: nulls, and joined when the account was made',
        url: '/api/public/authors/bare',
        status: 200,
        is: BARE_ANSWER,
      },
      {
        name: 'every social address',
        url: '/api/public/authors/eve',
        status: 200,
        has: { author: { socials: EVERY_SOCIAL } },
      },
      {
        name: 'drafts alone don’t count as pieces',
        url: '/api/public/authors/only-drafts',
        status: 200,
        has: { author: { stats: { pieces_count: 0, last_published_at: null } } },
      },
      {
        name: 'unknown query parameters are ignored',
        url: '/api/public/authors/ada?slug=bare&limit=0&fields=email',
        status: 200,
        is: ADA_ANSWER,
      },
      notFound('a slug nobody has', 'nobody'),
      notFound('a suspended author', 'shut'),
      notFound('a slug a suspended author had before', 'was-shut'),
      notFound('the name instead of the slug', 'Ada%20Lovelace'),
      notFound('an empty slug', ''),
      notFound('a slug with a slash in it', 'ada%2Ffeed.json'),
      notFound('a slug with a NUL in it', 'a%00da'),
      notFound('a slug with a quote in it', "ada'--"),
      notFound('a slug with a wildcard in it', 'ad%25'),
      notFound('a slug beyond Latin', '%E8%91%97%E8%80%85'),
      notFound('a slug longer than any', 'a'.repeat(3000)),
      notFound('something behind the slug', 'ada/articles'),
    ]);
  });

  describe(`an author who changes, on ${kind}`, () => {
    test('is verified for the next request', async () => {
      const service = await startService(kind);
      await service.add(author('ada'));
      const before = await read(service, '/api/public/authors/ada');
      assert.partialDeepStrictEqual(before, { author: { identity_verified: false } });
      await verifyWriter(service.context, 'ada');
      const after = await read(service, '/api/public/authors/ada');
      assert.partialDeepStrictEqual(after, { author: { identity_verified: true } });
    });

    test('is gone for the next request when suspended', async () => {
      const service = await startService(kind);
      await service.add(author('ada'));
      await read(service, '/api/public/authors/ada');
      await suspendWriter(service.context, 'ada');
      const { statusCode } = await service.app.inject('/api/public/authors/ada');
      assert.equal(statusCode, 404);
    });
  });
}
