// Typographic punctuation as it is typed, by the language of the piece.

import { type TypingCase, times } from './typing-case.ts';

const NNBSP = '\u202f';

const linkTo = (url: string, words = url) =>
  `<a href="${url}" rel="nofollow ugc noopener">${words}</a>`;

const quoted = (locale: string, source: string): TypingCase => ({
  what: `quotes in ${locale}`,
  locale,
  keys: '"So", she said, "he said \'no\' to it."',
  source,
  html: `<p>${source}</p>\n`,
});

export const PUNCTUATION: readonly TypingCase[] = [
  quoted('en', '“So”, she said, “he said ‘no’ to it.”'),
  quoted('de', '„So“, she said, „he said ‚no‘ to it.“'),
  quoted('de-CH', '«So», she said, «he said ‹no› to it.»'),
  quoted('fr', `«${NNBSP}So${NNBSP}», she said, «${NNBSP}he said “no” to it.${NNBSP}»`),
  quoted('es', '«So», she said, «he said “no” to it.»'),
  quoted('it', '«So», she said, «he said “no” to it.»'),
  quoted('pl', '„So”, she said, „he said «no» to it.”'),
  quoted('sv', '”So”, she said, ”he said ’no’ to it.”'),
  quoted('fi', '”So”, she said, ”he said ’no’ to it.”'),
  quoted('nl', '“So”, she said, “he said ‘no’ to it.”'),
  quoted('pt-BR', '“So”, she said, “he said ‘no’ to it.”'),
  quoted('ru', '«So», she said, «he said „no“ to it.»'),
  quoted('uk', '«So», she said, «he said “no” to it.»'),
  quoted('cs', '„So“, she said, „he said ‚no‘ to it.“'),
  quoted('da', '”So”, she said, ”he said ’no’ to it.”'),
  quoted('nb', '«So», she said, «he said ‘no’ to it.»'),
  {
    what: 'no quotes of ours in Japanese',
    locale: 'ja',
    keys: '"So", she said, \'no\'',
    source: '"So", she said, \'no\'',
    html: '<p>"So", she said, \'no\'</p>\n',
  },
  {
    what: 'apostrophes, a decade and a possessive',
    keys: "It's the '90s' end, rock 'n' roll, the 1990's",
    source: 'It’s the ’90s’ end, rock ’n’ roll, the 1990’s',
    html: '<p>It’s the ’90s’ end, rock ’n’ roll, the 1990’s</p>\n',
  },
  {
    what: 'feet and inches are left alone',
    keys: `He was 5'10" then`,
    source: `He was 5'10" then`,
    html: '<p>He was 5\'10" then</p>\n',
  },
  {
    what: 'a year before the closing quote',
    keys: '"since 1999" it said',
    source: '“since 1999” it said',
    html: '<p>“since 1999” it said</p>\n',
  },
  {
    what: 'quotes in brackets, in bold, after a dash',
    keys: '("a") **"b"** x--"c"',
    source: '(“a”) **“b”** x–“c”',
    html: '<p>(“a”) <strong>“b”</strong> x–“c”</p>\n',
  },
  {
    what: 'dashes and dots',
    keys: 'One -- two---three... four',
    source: 'One – two—three… four',
    html: '<p>One – two—three… four</p>\n',
  },
  {
    what: 'what somebody says begins with a dash, and a divider stays one',
    keys: '-- Hello.‹Enter›--- "Bye."‹Enter›---‹Enter›',
    source: '– Hello.\n\n— “Bye.”\n\n---\n\n',
    html: '<p>– Hello.</p>\n<p>— “Bye.”</p>\n<hr />\n',
  },
  {
    what: 'and one Backspace gives the hyphens in front of it back',
    keys: '-- H‹Backspace›ello',
    source: '-- Hello',
    html: '<p>-- Hello</p>\n',
  },
  {
    what: 'one Backspace gives the straight quote back',
    keys: 'say "‹Backspace›so',
    source: 'say "so',
    html: '<p>say "so</p>\n',
  },
  {
    what: 'one Backspace gives the hyphens back',
    keys: 'a--‹Backspace›b',
    source: 'a--b',
    html: '<p>a--b</p>\n',
  },
  {
    what: 'one Backspace gives the dots back',
    keys: 'a...‹Backspace›b',
    source: 'a...b',
    html: '<p>a...b</p>\n',
  },
  {
    what: 'never in code in a line',
    keys: 'Type `say "a" -- b...` now',
    source: 'Type `say "a" -- b...` now',
    html: '<p>Type <code>say "a" -- b...</code> now</p>\n',
  },
  {
    what: 'never in a code block',
    keys: '```‹Enter›say "a" -- it\'s...',
    source: '```\nsay "a" -- it\'s...\n```',
    html: '<pre><code>say "a" -- it\'s...\n</code></pre>\n',
  },
  {
    what: 'never in a URL or a link’s title',
    keys: '[a](https://example.org/--b\'s "it\'s")',
    source: '[a](https://example.org/--b\'s "it\'s")',
    html: '<p><a href="https://example.org/--b\'s" title="it\'s" rel="nofollow ugc noopener">a</a></p>\n',
  },
  {
    what: 'never in HTML',
    keys: '<b class="a">',
    source: '<b class="a">',
    html: '<p>&lt;b class="a"&gt;</p>\n',
  },
  {
    what: 'a backslash keeps a quote straight',
    keys: 'a \\"b\\"',
    source: 'a \\"b\\"',
    html: '<p>a "b"</p>\n',
  },
  {
    what: 'French spaces before the high marks',
    locale: 'fr',
    keys: 'Quoi ? Non ! Ainsi : " voilà "',
    source: `Quoi${NNBSP}? Non${NNBSP}! Ainsi\u00a0: «${NNBSP}voilà${NNBSP}»`,
    html: '<p>Quoi\u202f? Non\u202f! Ainsi\u00a0: «\u202fvoilà\u202f»</p>\n',
  },
  {
    what: 'an apostrophe in French',
    locale: 'fr-CA',
    keys: "L'eau d'ici",
    source: 'L’eau d’ici',
    html: '<p>L’eau d’ici</p>\n',
  },
  {
    what: 'undo takes away what was typed, not only the sign',
    keys: `a${times(1, 'Control+z')}b`,
    source: 'b',
    html: '<p>b</p>\n',
  },
  {
    what: 'words that begin with an apostrophe have one, once they are whole',
    keys: `"'Tis!" Get 'em, rock 'n' roll, 'til the '90s. 'Emma' 'twas not.`,
    source: '“’Tis!” Get ’em, rock ’n’ roll, ’til the ’90s. ‘Emma’ ’twas not.',
    html: '<p>“’Tis!” Get ’em, rock ’n’ roll, ’til the ’90s. ‘Emma’ ’twas not.</p>\n',
  },
  {
    what: 'and one Backspace right after gives the keys back',
    keys: `get 'em ‹Backspace›`,
    source: "get 'em ",
    html: "<p>get 'em</p>\n",
  },
  {
    what: 'Dutch has its own',
    keys: `'s Avonds in 't café: 'ja'.`,
    locale: 'nl',
    source: '’s Avonds in ’t café: ‘ja’.',
    html: '<p>’s Avonds in ’t café: ‘ja’.</p>\n',
  },
  {
    what: 'quotes around a URL, which becomes a link between them',
    keys: 'See "https://example.org/", \'https://example.org\' and "www.example.org".',
    source: 'See “<https://example.org/>”, ‘<https://example.org>’ and “www.example.org”.',
    html: `<p>See “${linkTo('https://example.org/')}”, ‘${linkTo('https://example.org')}’ and “www.example.org”.</p>\n`,
  },
  {
    what: 'quotes around a URL in French, and one Backspace leaves it plain',
    locale: 'fr',
    keys: '"https://example.org" ‹Backspace›',
    source: `«${NNBSP}https://example.org${NNBSP}» `,
    html: `<p>«${NNBSP}https://example.org${NNBSP}»</p>\n`,
  },
  {
    what: 'signs behind a link are as behind a word',
    keys: `"[a](https://example.org)" [a](https://example.org)'s <https://example.org>--b...`,
    source: '“[a](https://example.org)” [a](https://example.org)’s <https://example.org>–b…',
    html: `<p>“${linkTo('https://example.org', 'a')}” ${linkTo('https://example.org', 'a')}’s ${linkTo('https://example.org')}–b…</p>\n`,
  },
  {
    what: 'letters and a space behind a link leave it a link',
    keys: 'Two [links](https://example.org)s now',
    source: 'Two [links](https://example.org)s now',
    html: `<p>Two ${linkTo('https://example.org', 'links')}s now</p>\n`,
  },
  {
    what: 'a URL with quotes in it keeps them',
    keys: `at https://example.org/b's?q="a"`,
    source: `at https://example.org/b's?q="a"`,
    html: `<p>at https://example.org/b's?q="a"</p>\n`,
  },
  {
    what: 'never in an attribute, with a tag around it or not',
    keys: `a="b -- it's" c='d' <a href="x" title='y'>"z"</a> "e"`,
    source: `a="b -- it's" c='d' <a href="x" title='y'>“z”</a> “e”`,
    html: `<p>a="b -- it's" c='d' &lt;a href="x" title='y'&gt;“z”&lt;/a&gt; “e”</p>\n`,
  },
  {
    what: 'a quote right behind a colon opens, and closes what it ends',
    keys: `key:"value", "she said:" no`,
    source: 'key:“value”, “she said:” no',
    html: '<p>key:“value”, “she said:” no</p>\n',
  },
  {
    what: 'never in indented code, and again below it',
    keys: 'A "b":‹Enter›    say "a" -- it\'s...‹Enter›more "c"‹Control+Enter›"d"',
    source: 'A “b”:\n\n    say "a" -- it\'s...\n    more "c"\n\n“d”',
    html: '<p>A “b”:</p>\n<pre><code>say "a" -- it\'s...\nmore "c"\n</code></pre>\n<p>“d”</p>\n',
  },
  {
    what: 'quotes in a quote in a quote',
    keys: '> > "a" -- it\'s',
    source: '> > “a” – it’s',
    html: '<blockquote>\n<blockquote>\n<p>“a” – it’s</p>\n</blockquote>\n</blockquote>\n',
  },
  {
    what: 'never in a comment',
    keys: '<!-- "a" -- b --> "c"',
    source: '<!-- "a" -- b --> “c”',
    html: '<p>&lt;!-- "a" -- b --&gt; “c”</p>\n',
  },
];
