// The words that this repository has given up, and what to say instead: docs/words.md explains them.

export interface Word {
  /** What is found, as a contributor would call it. */
  readonly not: string;
  readonly say: string;
  /** What finds it, in a line of text or in the path of a file. As narrow as it can be. */
  readonly pattern: RegExp;
  /** Paths in which the word has this meaning; everywhere when left out. */
  readonly where?: RegExp;
  /** A line that has to be found, and one that must be left alone: the pattern is tested with both. */
  readonly bad: string;
  readonly good: string;
}

const PROSE = /\.md$/;
const MAIL = /mail|password|forgot|account|config|sign-in/i;

export const WORDS: readonly Word[] = [
  {
    not: 'kept answers',
    say: 'cached responses, the response cache',
    pattern:
      /\bkept (?:answers?|responses?|results?)\b|\b(?:answers?|responses?) (?:that (?:is|are|was|were) )?kept\b|\bfrom what (?:is|was) kept\b|\bkept(?:Response|Text|File|Answer|Result)s?\b|\bKEPT_(?:HEADERS|MS|SECONDS)\b/,
    bad: 'a kept answer leaves before the router is asked',
    good: 'http_kept_answers_total: an import that was kept back',
  },
  {
    not: 'kept (a cache)',
    say: 'cache, cached',
    pattern: /\bkept(?=[.,:)]|\s*[=}])/,
    where: /^src\/(?:http\/cache\/|app\.ts$)/,
    bad: 'const answer = kept.find(url);',
    good: 'const answer = cache.find(url);',
  },
  {
    not: 'made once, makers',
    say: 'request coalescing, single-flight',
    pattern:
      /\bmakers(?=[.: ]*[=(\w])(?<=\.makers|const makers|readonly makers)|asks? for at once is made once/,
    where: /^(?:src\/http|test\/http|docs|ARCHITECTURE)/,
    bad: 'this.makers.made(key);',
    good: 'Each product is paid for on its maker’s page.',
  },
  {
    not: 'lane',
    say: 'cache fast path (HTTP), connection or pool (databases)',
    pattern: /\blanes?\b|\bLanes?\b|[a-z]Lanes?(?![a-z])|\bLane[A-Z]\w*|\/[\w-]*lane\.ts$/,
    bad: 'class DirectLane implements Lane {}',
    good: 'plane, planes, and Elaine',
  },
  {
    not: 'crew',
    say: 'worker context',
    pattern: /\bcrew\b|\bCrew\b|[a-z]Crew\b/,
    bad: 'given a `Crew`',
    good: 'given a `WorkerContext`, with a screw',
  },
  {
    not: 'gate (of searches)',
    say: 'search limiter, queue',
    pattern: /#gate\b|\bgate\b/,
    where: /^(?:src\/store|src\/http|bench)\//,
    bad: 'return this.#gate.pass(work);',
    good: 'return this.#limiter.run(work);',
  },
  {
    not: 'gate (of searches)',
    say: 'search limiter, queue',
    pattern:
      /\bsearch(?:es)? pass(?:es)? (?:a|the) gate\b|\bplace at the gate\b|\bgate before both\b/i,
    bad: 'Searches pass a gate first.',
    good: 'Publishing passes the gate first.',
  },
  {
    not: 'letter (mail)',
    say: 'email in code, e-mail in prose',
    pattern: /\bletters?\b(?!,? (?:and|or)? ?digits)|\bLETTERS?\b|\bLetters?\b|\bletter[A-Z]\w*/,
    where: MAIL,
    bad: 'a letter could not be sent',
    good: 'lower-case letters, digits, hyphens',
  },
  {
    not: 'letter (mail)',
    say: 'email in code, e-mail in prose',
    pattern:
      /\b(?:a|the|another|such a) letter (?:will|is (?:sent|on)|brings|has an)\b|\bletters come from\b/i,
    bad: 'Such a letter has an address in it.',
    good: 'our fonts have the letter with its accents',
  },
  {
    not: 'picture',
    say: 'image',
    // Routes, form fields and host names that are called so stay as they are.
    pattern:
      /(?<![/'"<\w-])pictures?\b(?!['".]| of the rooms)|\bPictures?\b|\bPICTURES?\b|_PICTURES?\b|[a-z]Pictures?(?![a-z])|\.[\w-]*picture[\w-]*/,
    bad: 'const OWN_PICTURE = /x/; // Social pictures',
    good: 'POST /desk/edit/profile/picture with the field "picture"',
  },
  {
    not: 'form token',
    say: 'CSRF token',
    // `form_token` is the name of the field in the form, which stays.
    pattern: /\bform tokens?\b|\bformTokens?\b|\bFormToken\w*/i,
    bad: 'A formToken is checked.',
    good: 'name="form_token"',
  },
  {
    not: 'address (a URL)',
    say: 'URL, slug, IP address or e-mail address: whichever it is',
    // Descriptions and reasons are on the wire, so they stay.
    pattern:
      /(?<!\b(?:description|reason|failure|refusal)\b.*)(?:\b(?:base|one-time|preview|reset|relative|first-account|secret) address(?:es)?\b|\baddress(?:es)? of (?:a|the|its|their|your|each|that) (?:page|piece|profile|feed|image|hub|receiver)s?\b|\bpage[’']s address\b|\bat (?:that|its|an) address\b|\ban address (?:at which|https|postgres|smtp))/,
    where: /^(?!src\/schemas\/|src\/errors\.ts|clients\/|.*\/openapi|.*\.md$)/,
    bad: 'the address of its page',
    good: 'the IP address of a reader, the e-mail address of a writer',
  },
  {
    not: 'address (a URL in code)',
    say: 'url',
    pattern:
      /\bURL\.parse\(address\b|\bnew URL\(address\b|\bfetch\(address\b|\bhref: address\b|\baddress = (?:new URL|`)|\bsendBeacon\(address\b/,
    bad: 'const url = URL.parse(address);',
    good: 'const family = isIP(address);',
  },
  {
    not: 'address (unqualified, in documents)',
    say: 'URL, slug, IP address or e-mail address: whichever it is',
    pattern:
      /(?<!\b(?:IP|IPv[46]|e-mail|email|mail|private|public|special|loopback|listening|network) )(?<!\b(?:IP|e-mail) and (?:IP|e-mail) )\baddress(?:es)?\b(?! guard)/i,
    where: PROSE,
    bad: 'It prints an address.',
    good: 'Limits count by IP address; private addresses are refused.',
  },
  {
    not: 'againAfter, verdict',
    say: 'retry delay, retry policy',
    pattern: /\bagainAfter\w*|\bverdicts?\b|\bVerdicts?\b/,
    where: /delivery|webhook|deliver/,
    bad: 'const verdict = judge(attempt);',
    good: 'const decision = retryDecision(attempt);',
  },
  {
    not: 'thinning (autosaves)',
    say: 'pruning',
    pattern: /\bthinn(?:ed|ing)\b|\bthinAutosaves\b/,
    bad: 'autosaves are thinned out',
    good: 'a thin client, thinner than most',
  },
  {
    not: 'kept words, unsent',
    say: 'unsaved changes',
    pattern: /\bkept words\b|\bkeptWords\b|\bunsent\b/i,
    bad: '[data-unsent]',
    good: '[data-unsaved]',
  },
  {
    not: 'asking, ask page',
    say: 'confirmation, confirmation page',
    pattern: /\bask(?:ing)? pages?\b|\bask(?:ing)?Page\b|\/asking\.ts$/i,
    bad: 'the asking page',
    good: 'without asking again; ask(PAGE)',
  },
  {
    not: 'moving (pages that publish)',
    say: 'publishing',
    pattern: /\bmovingPages?\b|\bmoving (?:page|form)s?\b|\/moving\.ts$/,
    bad: 'src/surfaces/desk/moving.ts',
    good: 'a moving image',
  },
  {
    not: 'entrance',
    say: 'sign-in',
    pattern: /\bentrances?\b/i,
    bad: 'const entrance = await open("/desk/sign-in");',
    good: 'const signIn = await open("/desk/sign-in");',
  },
  {
    not: 'visit; show and take',
    say: 'page context; get and post',
    pattern: /\bVisit\b(?= \{|[;,)>]| =)|\bvisit: Visit\b|\bvisit\.(?:request|reply|actor)\b/,
    bad: 'show(visit: Visit) {',
    good: 'thirty days without a visit; the visitor',
  },
  {
    not: 'shelf, shelves',
    say: 'piece list',
    pattern: /\bshel(?:f|ves)\b|[a-z]Shel(?:f|ves)\b|\bShel(?:f|ves)\b/,
    bad: 'import { shelf } from "./shelves.ts";',
    good: 'a shelter',
  },
  {
    not: 'twin (of a page)',
    say: 'Markdown alternate',
    pattern: /\bMarkdown twins?\b|\btwinOf\b|\/[\w-]*twin\.ts$/i,
    bad: 'the Markdown twin of a page',
    good: "author('ada', { name: 'Twin' })",
  },
  {
    not: 'passing over taken',
    say: 'skip locked',
    pattern: /\bpass(?:ing|es)? over (?:what is )?taken\b|\bpassingOver\w*|\bpassOver\w*/i,
    bad: 'passingOverTaken: sql`FOR UPDATE SKIP LOCKED`',
    good: 'skipLocked: sql`FOR UPDATE SKIP LOCKED`',
  },
  {
    not: 'goesOn',
    say: 'interruptible (searches), hasMore (lists)',
    pattern: /\bgoesOn\b|\bgoes_on\b/,
    bad: 'WHERE goes_on()',
    good: 'Enter goes on to the next field.',
  },
  {
    not: 'reading (three things)',
    say: 'views (the counter), article (the style), lookup (a page)',
    pattern:
      /\breading\.(?:ts|css)\b|\binterface Reading\b|\breading\(scope|\breadings\b|class="reading"|^\.reading\b/,
    bad: 'app.register((scope) => reading(scope, context));',
    good: 'reading-time.ts: minutes of reading',
  },
  {
    not: 'care',
    say: 'maintenance',
    pattern: /\bconst care\b|\bcare(?:Commands)?,$|: care,|^# Care\b|\/care\.ts$/,
    bad: '  backup: care,',
    good: 'A sentence that somebody wrote with care.',
  },
  {
    not: 'anew',
    say: 'again',
    pattern: /\banew\b/i,
    bad: 'made anew each time',
    good: 'made again each time; a newer one',
  },
  {
    not: 'divided by commas',
    say: 'comma-separated',
    pattern: /\b(?:divided|parted) by (?:a )?(?:commas?|spaces?)\b/i,
    bad: 'tags, divided by commas',
    good: 'comma-separated tags; readers divided by days',
  },
  {
    not: 'is to be had',
    say: 'is available',
    pattern: /\b(?:is|are|was|were|not) to be had\b/i,
    bad: 'versions that are not to be had',
    good: 'a day to behold',
  },
  {
    not: 'Nothing fits',
    say: 'No results',
    pattern: /\bNothing fits\b/,
    bad: '<p>Nothing fits.</p>',
    good: '<p>No results.</p>',
  },
  {
    not: 'for good',
    say: 'permanently, forever, or nothing at all',
    pattern: /\b(?:kept|keep|keeps|goes) (?:by browsers )?for good\b|\bversions, for good\b/i,
    bad: 'It goes for good.',
    good: 'This permanently deletes it. Good for an hour.',
  },
];
