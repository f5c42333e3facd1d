/** Attacks written in Markdown: none may leave anything in the page that can run. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitise } from '../../src/rendering/sanitise.ts';
import { readHtml } from './html.ts';
import { assertSafe } from './safety.ts';

const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript:javascript:alert(1)',
  'javascript://%0aalert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3A;alert(1)',
  'javascript&#0000058alert(1)',
  'javascript&amp;colon;alert(1)',
  'javascript&amp;#58;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A&#x61&#x76&#x61script:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java&#9;script:alert(1)',
  'java&#10;script:alert(1)',
  'java&#13;script:alert(1)',
  '&#1;javascript:alert(1)',
  '&#x20;javascript:alert(1)',
  '&nbsp;javascript:alert(1)',
  '&#8203;javascript:alert(1)',
  '&#xfeff;javascript:alert(1)',
  '&shy;javascript:alert(1)',
  'java&#0;script:alert(1)',
  'java%0ascript:alert(1)',
  '%6aavascript:alert(1)',
  'javascript%3Aalert(1)',
  'javascript\\:alert(1)',
  '\\javascript:alert(1)',
  'javascript&#x0003a;alert(1)',
  '\u0001javascript:alert(1)',
  '\u200bjavascript:alert(1)',
  'java\u0000script:alert(1)',
  'java\u00adscript:alert(1)',
  'vbscript:msgbox(1)',
  'VBScript:msgbox(1)',
  'livescript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg/onload=alert(1)>',
  'data:image/png;base64,AAAA',
  'blob:https://x.example/1',
  'file:///etc/passwd',
  'filesystem:https://x.example/temporary/a',
  'view-source:https://x.example',
  'feed:javascript:alert(1)',
  'jar:https://x.example!/a',
];

const places: readonly ((address: string) => string)[] = [
  (address) => `[a](${address})`,
  (address) => `[a](<${address}> "t")`,
  (address) => `![a](${address})`,
  (address) => `<${address}>`,
  (address) => `[a]\n\n[a]: ${address} 't'`,
  (address) => `![a][b]\n\n[b]: <${address}>`,
  (address) => `[![a](${address})](${address})`,
  (address) => `a[^1]\n\n[^1]: [b](${address})`,
  (address) => `# [a](${address})\n\n| [b](${address}) |\n|---|\n| ![c](${address}) |`,
  (address) => `- [ ] [a](${address})`,
];

for (const address of addresses) {
  test(`${JSON.stringify(address)} leads nowhere`, async () => {
    for (const place of places) await assertSafe(place(address));
    // The second line of defence, as if the first let everything through.
    const unescaped = address.replaceAll('\\', '').replaceAll('"', '');
    for (const form of [unescaped, unescaped.replaceAll('&amp;', '&')]) {
      const { tags } = readHtml(sanitise(`<a href="${form}"><img src="${form}"></a>`));
      for (const { attributes } of tags) assert.deepEqual(Array.from(attributes), [], form);
    }
  });
}

const vectors = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">a</a>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<style>@import "javascript:alert(1)"</style>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?php echo 1 ?><img src=x onerror=alert(1)>',
  '</p></article><script>alert(1)</script>',
  '[a](x "\\" onmouseover=\\"alert(1)")',
  '[a](x \'" onmouseover="alert(1)\')',
  '[a](x&quot;onmouseover=alert(1)&quot;)',
  '[a](<x" onmouseover="alert(1)>)',
  '![<img src=x onerror=alert(1)>](irc:x)',
  '![" onerror="alert(1)](x)',
  '![a](x "&quot; onerror=&quot;alert(1)")',
  '![a](x" onerror="alert(1))',
  '![<img src=x onerror=alert(1)>](x)',
  '[a]: x "\\"><script>alert(1)</script>"\n\n[a]',
  '`<script>alert(1)</script>`',
  '``` "><script>alert(1)</script>\na\n```',
  '``` js" onclick="alert(1)\na\n```',
  '``` &quot;&gt;&lt;script&gt;\na\n```',
  '```js\n</code></pre><script>alert(1)</script>\n```',
  '```html\n<script>alert("</span><img src=x onerror=alert(1)>")</script>\n```',
  '~~~ <img/src/onerror=alert(1)>\na\n~~~',
  '    <script>alert(1)</script>',
  '# <script>alert(1)</script>',
  '# "onclick="alert(1)',
  '# a\n# a&quot; onfocus=&quot;alert(1)',
  '[^"><script>alert(1)</script>]: a\n\nb[^"><script>alert(1)</script>]',
  '[^__proto__]: a\n\nb[^__proto__] c[^constructor]\n\n[^constructor]: d',
  '[__proto__]: javascript:alert(1)\n\n[__proto__] [constructor] [toString]',
  '- [x] <script>alert(1)</script>',
  '- [ ] " onclick="alert(1)',
  '| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |',
  '<https://x.example/"onmouseover="alert(1)>',
  '<a@b.example"onmouseover="alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;',
  '\\<script>alert(1)\\</script>',
  'a<br onclick=alert(1)>b  \nc',
  '<x\u0000><script\u0000>alert(1)</script>',
  '*<script>*alert(1)*</script>*',
  '[<script>alert(1)</script>](https://x.example)',
  '[a](https://x.example){onclick=alert(1)}',
  '<input type=image src=x onerror=alert(1)>',
  '<form action="javascript:alert(1)"><button>a</button></form>',
  '![a](https://x.example/a.svg#"onload="alert(1))',
  '> <script>\n> alert(1)\n> </script>',
];

for (const vector of vectors) {
  test(`${JSON.stringify(vector)} does not run`, async () => {
    await assertSafe(vector);
    const { tags } = readHtml(sanitise(vector).replaceAll('\u0000', ''));
    for (const { name, attributes } of tags) {
      assert.doesNotMatch(name, /^(?:script|style|iframe|svg|math|form|object|embed|noscript)$/);
      for (const attribute of attributes.keys())
        assert.doesNotMatch(attribute, /^on|^style$|^srcdoc$/);
    }
  });
}
