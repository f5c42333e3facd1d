// A website is verified only by a page on it, fetched through the guard.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { type Desk, type Person, startDesk } from '../../support/desk/desk.ts';
import { type DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';
import { startSite } from '../../support/desk/website.ts';
import { at } from '../../support/json.ts';

const PAGE = '/desk/edit/online-presence';
const VERIFY = `${PAGE}/website`;
const FILE = '/.well-known/standfirst-verification.txt';
const BASE = 'http://localhost:3000';
const SETTINGS = { BASE_URL: BASE, WEBHOOK_ALLOW: '127.0.0.1' };

/** URLs that a writer would put on their website. */
interface Own {
  profile: string;
  token: string;
}

interface Shown {
  name: string;
  /** The website's answers by path. */
  shows: (own: Own) => {
    [path: string]: string | { status?: number; type?: string; body: string };
  };
}

const html = (inside: string) => `<!doctype html><title>Ada</title>${inside}<p>Welcome.`;
const meta = (token: string) => html(`<meta name="standfirst-verification" content="${token}">`);

const PROVEN: Shown[] = [
  {
    name: 'a link with rel="me"',
    shows: ({ profile }) => ({ '/': html(`<a href="${profile}" rel="me">My writing</a>`) }),
  },
  {
    name: 'a link element with rel="me"',
    shows: ({ profile }) => ({ '/': html(`<link rel="me" href="${profile}">`) }),
  },
  {
    name: 'a link with rel="me" among others, and a slash at the end',
    shows: ({ profile }) => ({
      '/': html(`<a rel="me" href="/about">x</a><A REL="noopener ME" HREF=${profile}/ >x</A>`),
    }),
  },
  {
    name: 'a meta tag with the token',
    shows: ({ token }) => ({ '/': meta(token) }),
  },
  {
    name: 'a file with the token',
    shows: ({ token }) => ({ '/': html(''), [FILE]: { type: 'text/plain', body: `${token}\n` } }),
  },
  {
    name: 'a file with the token among other lines, where there is no page',
    shows: ({ token }) => ({ [FILE]: { type: 'text/plain', body: `# ours\r\n${token}\r\n` } }),
  },
];

interface NotProven extends Shown {
  says: RegExp;
}

const NOT_PROVEN: NotProven[] = [
  {
    name: 'nothing at all',
    shows: () => ({ '/': html('') }),
    says: /no link with rel="me"\. It has no meta tag standfirst-verification\.<.*\.txt\. It answered with status 404\./s,
  },
  {
    name: 'a link without rel="me"',
    shows: ({ profile }) => ({ '/': html(`<a href="${profile}" rel="home menu">x</a>`) }),
    says: /no link with rel="me"/,
  },
  {
    name: 'a link to somebody else',
    shows: ({ profile }) => ({ '/': html(`<a href="${profile}-too" rel="me">x</a>`) }),
    says: /lead to http:\/\/localhost:3000\/author\/ada-too, not to http:\/\/localhost:3000\/author\/ada\./,
  },
  {
    name: 'a link at another host',
    shows: () => ({ '/': html('<a href="https://evil.example/author/ada" rel="me">x</a>') }),
    says: /lead to https:\/\/evil\.example\/author\/ada, not to/,
  },
  {
    name: 'a link in a comment',
    shows: ({ profile }) => ({ '/': html(`<!-- <a href="${profile}" rel="me">x</a> -->`) }),
    says: /no link with rel="me"/,
  },
  {
    name: 'a link in a script',
    shows: ({ profile }) => ({
      '/': html(`<script>'<a href="${profile}" rel="me">x</a>'</script>`),
    }),
    says: /no link with rel="me"/,
  },
  {
    name: 'the profile in an attribute that isn’t a link',
    shows: ({ profile }) => ({ '/': html(`<div href="${profile}" rel="me">x</div>`) }),
    says: /no link with rel="me"/,
  },
  {
    name: 'a link in a text that is no HTML',
    shows: ({ profile }) => ({
      '/': { type: 'text/plain', body: `<a href="${profile}" rel="me">x</a>` },
    }),
    says: /an HTML page: its type is text\/plain/,
  },
  {
    name: 'a link on an error page',
    shows: ({ profile }) => ({
      '/': { status: 503, body: html(`<a href="${profile}" rel="me">x</a>`) },
    }),
    says: /answered with status 503/,
  },
  {
    name: 'a link further down than is read',
    shows: ({ profile }) => ({
      '/': html(`${'<p>long</p>'.repeat(50_000)}<a href="${profile}" rel="me">x</a>`),
    }),
    says: /Only the beginning of the page was read/,
  },
  {
    name: 'a meta tag with another token',
    shows: ({ token }) => ({ '/': meta(`${token}x`) }),
    says: /meta tag standfirst-verification contains another token/,
  },
  {
    name: 'a meta tag of another name',
    shows: ({ token }) => ({ '/': html(`<meta name="verification" content="${token}">`) }),
    says: /no meta tag/,
  },
  {
    name: 'a file with another token',
    shows: ({ token }) => ({ '/': html(''), [FILE]: { body: `${token}x` } }),
    says: /does not contain the token/,
  },
  {
    name: 'a file with the token after more than is read',
    shows: ({ token }) => ({ '/': html(''), [FILE]: { body: `${'x\n'.repeat(5_000)}${token}` } }),
    says: /does not contain the token/,
  },
  {
    name: 'the token in a file that is not found',
    shows: ({ token }) => ({ '/': html(''), [FILE]: { status: 404, body: token } }),
    says: /\.txt\. It answered with status 404/,
  },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`website verification on ${kind}`, async () => {
    const desk = await startDesk(kind, SETTINGS);
    const site = await startSite();
    const ada = await desk.writer('ada');
    const browser = await desk.signedIn(ada);

    /** The website, shown again, unverified, in the profile. */
    const claimed = async ({ shows }: Shown) => {
      await saveWebsite(browser, ada, null);
      await saveWebsite(browser, ada, site.address);
      site.show(shows(await ownOf(browser)));
    };

    for (const proven of PROVEN) {
      test(`${proven.name} proves it`, async () => {
        await claimed(proven);
        assert.equal(await isVerified(desk, 'ada'), false);
        const answer = await browser.submit(VERIFY, {}, PAGE);
        assert.equal(leadsTo(answer), `${PAGE}?website=verified#website`);
        assert.equal(await isVerified(desk, 'ada'), true);
        const page = (await browser.open(`${PAGE}?website=verified`)).body;
        assert.match(page, /Your website is verified\./);
        assert.doesNotMatch(page, /Verify website/);
      });
    }

    for (const shown of NOT_PROVEN) {
      test(`${shown.name} does not, and is told`, async () => {
        await claimed(shown);
        const { statusCode, body } = await browser.submit(VERIFY, {}, PAGE);
        assert.equal(statusCode, 200, body);
        assert.match(body.replaceAll('&quot;', '"'), shown.says);
        assert.ok(body.includes(`Checked ${site.address}`), body);
        assert.equal(await isVerified(desk, 'ada'), false);
      });
    }

    test('what proves it for one writer does not for another', async () => {
      const bea = await desk.writer('bea');
      const other = await desk.signedIn(bea);
      await saveWebsite(other, bea, site.address);
      const { profile, token } = await ownOf(browser);
      const link = html(`<a rel="me" href="${profile}">x</a>${meta(token)}`);
      site.show({ '/': link, [FILE]: { body: token } });
      assert.equal((await other.submit(VERIFY, {}, PAGE)).statusCode, 200);
      assert.equal(await isVerified(desk, 'bea'), false);
    });

    test('a link to an address that the profile once had proves it', async () => {
      const cleo = await desk.writer('cleo');
      const own = await desk.signedIn(cleo);
      await saveWebsite(own, { ...cleo, slug: 'cleopatra' }, site.address);
      site.show({ '/': html(`<a rel="me" href="${BASE}/author/cleo">x</a>`) });
      leadsTo(await own.submit(VERIFY, {}, PAGE));
      assert.equal(await isVerified(desk, 'cleopatra'), true);
    });

    test('another website has to be verified again; the same one stays', async () => {
      await claimed({ name: '', shows: ({ token }) => ({ '/': meta(token) }) });
      leadsTo(await browser.submit(VERIFY, {}, PAGE));
      await saveWebsite(browser, ada, site.address);
      assert.equal(await isVerified(desk, 'ada'), true);
      await saveWebsite(browser, ada, `${site.address}other`);
      assert.equal(await isVerified(desk, 'ada'), false);
      await saveWebsite(browser, ada, site.address);
      assert.equal(await isVerified(desk, 'ada'), false);
    });

    test('a website that is changed while it is looked at is not verified', async () => {
      await claimed({ name: '', shows: ({ token }) => ({ '/': meta(token) }) });
      site.onRequest(() => saveWebsite(browser, ada, 'https://example.org/'));
      const { statusCode, body } = await browser.submit(VERIFY, {}, PAGE);
      assert.equal(statusCode, 409);
      assert.match(body, /has changed in the meantime/);
      assert.equal(await isVerified(desk, 'ada'), false);
    });

    test('a redirect is not followed, and its target is named', async () => {
      await claimed({ name: '', shows: () => ({}) });
      site.show({ '/': { status: 301, location: '/home', body: '' } });
      const { body } = await browser.submit(VERIFY, {}, PAGE);
      assert.ok(body.includes(`It redirects to ${site.address}home.`), body);
      assert.deepEqual(site.asked(), ['/', FILE]);
    });

    test('without a website there is nothing to verify', async () => {
      await saveWebsite(browser, ada, null);
      assert.match((await browser.open(PAGE)).body, /Add your website to your profile/);
      const { statusCode, body } = await browser.submit(VERIFY, {}, PAGE);
      assert.equal(statusCode, 409);
      assert.match(body, /Add your website to your profile first\./);
    });

    for (const { name, website, says } of [
      { name: 'of the site itself', website: `${BASE}/author/ada`, says: /this site itself/ },
      { name: 'of a private network', website: 'http://10.0.0.1/', says: /private or reserved/ },
      { name: 'in another spelling', website: 'http://0x7f000002/', says: /private or reserved/ },
      { name: 'that nobody has', website: 'http://nowhere.invalid/', says: /host name was/ },
      {
        name: 'with a password',
        website: 'http://a:b@127.0.0.1/',
        says: /user name or a password/,
      },
    ]) {
      test(`an address ${name} is refused in words`, async () => {
        await saveWebsite(browser, ada, website);
        const { body } = await browser.submit(VERIFY, {}, PAGE);
        assert.match(body, says);
        assert.equal(await isVerified(desk, 'ada'), false);
      });
    }

    test('a form from elsewhere verifies nothing', async () => {
      await claimed({ name: '', shows: ({ token }) => ({ '/': meta(token) }) });
      assert.equal((await browser.post(VERIFY, {})).statusCode, 403);
      assert.equal((await desk.browser().post(VERIFY, {})).statusCode, 303);
      assert.deepEqual(site.asked(), []);
    });
  });
}

describe('website verification', () => {
  test('of a public service goes by https alone, and nowhere inside', async () => {
    const site = await startSite();
    const desk = await startDesk('sqlite');
    const ada = await desk.writer('ada');
    const browser = await desk.signedIn(ada);
    for (const [website, says] of [
      [site.address, /does not start with https/],
      [site.address.replace('http:', 'https:'), /private or reserved network/],
    ] as const) {
      await saveWebsite(browser, ada, website);
      assert.match((await browser.submit(VERIFY, {}, PAGE)).body, says);
    }
    assert.deepEqual(site.asked(), []);
  });

  test('is counted: somebody else’s machine is not to be flooded', async () => {
    const desk = await startDesk('sqlite', SETTINGS);
    const ada = await desk.writer('ada');
    const browser = await desk.signedIn(ada, { remoteAddress: '198.51.100.7' });
    await saveWebsite(browser, ada, 'http://10.0.0.1/');
    const statuses = [];
    let last = '';
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const { statusCode, body } = await browser.submit(VERIFY, {}, PAGE);
      statuses.push(statusCode);
      last = body;
    }
    assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
    assert.match(last, /role="alert">Too many requests\. Try again in 1[45] minutes\.</);
  });
});

async function saveWebsite(
  browser: DeskBrowser,
  { slug }: Pick<Person, 'slug'>,
  website: string | null,
) {
  const fields = { name: slug, slug, website: website ?? '' };
  leadsTo(await browser.submit('/desk/edit/profile', fields));
}

/** The profile and the token, as the desk tells them. */
async function ownOf(browser: DeskBrowser): Promise<Own> {
  const page = (await browser.open(PAGE)).body.replaceAll('&quot;', '"');
  const profile = /rel="me" href="([^"]+)"/.exec(page)?.[1];
  const token = /name="standfirst-verification" content="([\w-]{43})"/.exec(page)?.[1];
  assert.ok(profile && token, page);
  return { profile, token };
}

async function isVerified({ app }: Desk, slug: string) {
  const { body } = await app.inject(`/api/public/authors/${slug}`);
  return at(at(JSON.parse(body), 'author'), 'website_verified');
}
