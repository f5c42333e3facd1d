// The words that this repository has given up, and what to say instead: docs/words.md explains why.

export interface Word {
  /** The avoided word, as a contributor would call it. */
  readonly not: string;
  readonly say: string;
  /** Patterns that find the word in a line of text or in a file's path, as narrow as possible. */
  readonly find: readonly RegExp[];
  /** Paths in which the word has this meaning; everywhere when left out. */
  readonly where?: RegExp;
  /** A line that must be found, and one that must not: each entry is tested with both. */
  readonly bad: string;
  readonly good: string;
}

export const WORDS: readonly Word[] = [
  {
    not: 'kept answers',
    say: 'cached responses, the response cache',
    find: [
      /\bkept (?:answer|response|result)s?\b/,
      /\b(?:answer|response)s? (?:that (?:is|are|was|were) )?kept\b/,
      /\bfrom what (?:is|was) kept\b/,
      /\bkept(?:Response|Text|File|Answer|Result)s?\b/,
      /\bKEPT_(?:HEADERS|MS|SECONDS)\b/,
    ],
    bad: 'a kept answer leaves before the router is asked',
    good: 'http_cache_hits_total: an import that was kept back',
  },
  {
    not: 'kept (a cache)',
    say: 'cache, cached',
    find: [/\bkept(?=[.,:)]|\s*[=}])/],
    where: /^src\/(?:http\/cache\/|app\.ts$)/,
    bad: 'const answer = kept.find(url);',
    good: 'const answer = cache.find(url);',
  },
  {
    not: 'made once, makers',
    say: 'request coalescing, single-flight',
    find: [/\.makers\b/, /\b(?:const|readonly) makers\b/, /asks? for at once is made once/],
    bad: 'this.makers.made(key);',
    good: 'Each product is paid for on its maker’s page.',
  },
  {
    not: 'lane',
    say: 'cache fast path (HTTP), connection or pool (databases)',
    find: [/\blanes?\b/, /\bLanes?\b/, /[a-z]Lanes?(?![a-z])/, /\bLane[A-Z]\w*/],
    bad: 'class DirectLane implements Lane {}',
    good: 'plane, planes, and Elaine',
  },
  {
    not: 'crew',
    say: 'worker context',
    find: [/\b[cC]rew\b/, /[a-z]Crew\b/],
    bad: 'given a `Crew`',
    good: 'given a `WorkerContext`, with a screw',
  },
  {
    not: 'gate (of searches)',
    say: 'search limiter, queue',
    find: [/\bgate\b/],
    where: /^(?:src\/store|src\/http|bench)\//,
    bad: 'return this.#gate.pass(work);',
    good: 'return this.#limiter.run(work);',
  },
  {
    not: 'gate (of searches)',
    say: 'search limiter, queue',
    find: [/\bsearch(?:es)? pass(?:es)? (?:a|the) gate\b/i, /\bplace at the gate\b/],
    bad: 'Searches pass a gate first.',
    good: 'Publishing passes the gate first.',
  },
  {
    not: 'letter (mail)',
    say: 'email in code, e-mail in prose',
    find: [/\b[lL]etters?\b(?!,? (?:and|or)? ?digits)/, /\bLETTERS?\b/, /\bletter[A-Z]\w*/],
    where: /mail|password|forgot|account|config|sign-in/,
    bad: 'a letter could not be sent',
    good: 'lower-case letters, digits, hyphens',
  },
  {
    not: 'letter (mail)',
    say: 'email in code, e-mail in prose',
    find: [/\bletter (?:will|is sent|is on its way|brings)\b/, /\bletters come from\b/],
    bad: 'A letter brings you a link.',
    good: 'our fonts have the letter with its accents',
  },
  {
    not: 'picture',
    say: 'image',
    // Routes, form fields and host names that are called so stay as they are.
    find: [
      /(?<![/'"<\w-])pictures?\b(?!['".])/,
      /\bPictures?\b/,
      /(?:\b|_)PICTURES?\b/,
      /[a-z]Pictures?(?![a-z])/,
      /\.[\w-]*picture/,
    ],
    bad: 'const OWN_PICTURE = /x/;',
    good: 'POST /desk/edit/profile/picture with the field "picture"',
  },
  {
    not: 'form token',
    say: 'CSRF token',
    // `form_token` is the name of the field in the form, which stays.
    find: [/\bform ?tokens?\b/i],
    bad: 'A formToken is checked.',
    good: 'name="form_token"',
  },
  {
    not: 'address (a URL)',
    say: 'URL, slug, IP address or e-mail address: whichever it is',
    // Descriptions and reasons are on the wire, so they stay.
    find: [
      /(?<!\b(?:description|reason|failure|refusal)\b.*)\b(?:base|one-time|preview|reset|relative|first-account|secret) address(?:es)?\b/,
      /(?<!\b(?:description|reason|failure|refusal)\b.*)\baddress(?:es)? of (?:a|the|its|their|your|each|that) (?:page|piece|profile|feed|image|hub|receiver)s?\b/,
      /\ban address (?:at which|https|postgres|smtp)/,
    ],
    where: /^(?!src\/schemas\/|src\/errors\.ts|clients\/|.*\/openapi|.*\.md$)/,
    bad: '/** The address of its page. */',
    good: 'the IP address of a reader, the e-mail address of a writer',
  },
  {
    not: 'address (a URL in code)',
    say: 'url',
    find: [
      /\b(?:URL\.parse|new URL|fetch|sendBeacon)\(address\b/,
      /\bhref: address\b/,
      /\baddress = (?:new URL|`)/,
    ],
    bad: 'const url = URL.parse(address);',
    good: 'const family = isIP(address);',
  },
  {
    not: 'address (unqualified, in documents)',
    say: 'URL, slug, IP address or e-mail address: whichever it is',
    find: [/(?<!\b(?:IP|e-mail|private|public|special|loopback) )\baddress(?:es)?\b/i],
    where: /\.md$/,
    bad: 'It prints an address.',
    good: 'Limits count by IP address; private addresses are refused.',
  },
  {
    not: 'againAfter, verdict',
    say: 'retry delay, retry policy',
    find: [/\bagainAfter\w*/, /\b[vV]erdicts?\b/],
    where: /deliver|webhook/,
    bad: 'const verdict = judge(attempt);',
    good: 'const decision = retryDecision(attempt);',
  },
  {
    not: 'thinning (autosaves)',
    say: 'pruning',
    find: [/\bthinn(?:ed|ing)\b/],
    bad: 'autosaves are thinned out',
    good: 'a thin client, thinner than most',
  },
  {
    not: 'kept words, unsent',
    say: 'unsaved changes',
    find: [/\bkept ?words\b/i, /\bunsent\b/i],
    bad: '[data-unsent]',
    good: '[data-unsaved]',
  },
  {
    not: 'asking, ask page',
    say: 'confirmation, confirmation page',
    find: [/\bask(?:ing)? pages?\b/, /\bask(?:ing)?Page\b/, /\/asking\.ts$/],
    bad: 'the asking page',
    good: 'without asking again; ask(PAGE)',
  },
  {
    not: 'moving (pages that publish)',
    say: 'publishing',
    find: [/\bmovingPages?\b/, /\bmoving (?:page|form)s?\b/, /\/moving\.ts$/],
    bad: 'src/surfaces/desk/moving.ts',
    good: 'a moving image',
  },
  {
    not: 'entrance',
    say: 'sign-in',
    find: [/\bentrances?\b/i],
    bad: 'const entrance = await open("/desk/sign-in");',
    good: 'const signIn = await open("/desk/sign-in");',
  },
  {
    not: 'visit; show and take',
    say: 'page context; get and post',
    find: [
      /\bvisit: Visit\b/,
      /\b(?:interface|type|class) Visit\b/,
      /\bvisit\.(?:request|reply)\b/,
    ],
    bad: 'show(visit: Visit) {',
    good: 'thirty days without a visit; the visitor',
  },
  {
    not: 'shelf, shelves',
    say: 'piece list',
    find: [/\b[sS]hel(?:f|ves)\b/, /[a-z]Shel(?:f|ves)\b/],
    bad: 'import { shelf } from "./shelves.ts";',
    good: 'a shelter',
  },
  {
    not: 'twin (of a page)',
    say: 'Markdown alternate',
    find: [/\bMarkdown twins?\b/i, /\btwinOf\b/, /\/[\w-]*twin\.ts$/],
    bad: 'the Markdown twin of a page',
    good: "author('ada', { name: 'Twin' })",
  },
  {
    not: 'passing over taken',
    say: 'skip locked',
    find: [/\bpass(?:ing|es)? over (?:what is )?taken\b/, /\bpass(?:ing)?Over\w*/],
    bad: 'passingOverTaken: sql`FOR UPDATE SKIP LOCKED`',
    good: 'skipLocked: sql`FOR UPDATE SKIP LOCKED`',
  },
  {
    not: 'goesOn',
    say: 'interruptible (searches), hasMore (lists)',
    find: [/\bgoesOn\b/, /\bgoes_on\b/],
    bad: 'WHERE goes_on()',
    good: 'Enter goes on to the next field.',
  },
  {
    not: 'reading (three things)',
    say: 'views (the counter), article (the style), lookup (a page)',
    find: [
      /\breading\.(?:ts|css)\b/,
      /\binterface Reading\b/,
      /\breading\(scope/,
      /\breadings\b/,
      /^\.reading\b/,
      /class="reading"/,
    ],
    bad: 'app.register((scope) => reading(scope, context));',
    good: 'reading-time.ts: minutes of reading',
  },
  {
    not: 'care',
    say: 'maintenance',
    find: [/\bconst care\b/, /: care,/, /\bcareCommands\b/, /\/care\.ts$/],
    bad: '  backup: care,',
    good: 'A sentence that somebody wrote with care.',
  },
  {
    not: 'anew',
    say: 'again',
    find: [/\banew\b/i],
    bad: 'made anew each time',
    good: 'made again each time; a newer one',
  },
  {
    not: 'divided by commas',
    say: 'comma-separated',
    find: [/\b(?:divided|parted) by (?:a )?(?:comma|space)s?\b/],
    bad: 'tags, divided by commas',
    good: 'comma-separated tags; readers divided by days',
  },
  {
    not: 'is to be had',
    say: 'is available',
    find: [/\b(?:is|are|was|were|not) to be had\b/],
    bad: 'versions that are not to be had',
    good: 'a day to behold',
  },
  {
    not: 'Nothing fits',
    say: 'No results',
    find: [/\bNothing fits\b/],
    bad: '<p>Nothing fits.</p>',
    good: '<p>No results.</p>',
  },
  {
    not: 'for good',
    say: 'permanently, forever, or nothing at all',
    find: [/\b(?:kept|keeps?|goes) (?:by browsers )?for good\b/, /\bversions, for good\b/],
    bad: 'It goes for good.',
    good: 'This permanently deletes it. Good for an hour.',
  },
];
