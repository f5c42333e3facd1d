// The styles of widgets. The colours are repeated here: other pages do not have our custom properties.

// Protection from the styles of the page: `!important` inside a shadow root wins over `!important`
// outside it, and `all` resets inherited properties, except the text direction.
export const STYLES = `
:host { display: block !important; max-width: 100%; }
:host([data-service-widget="badge"]) { display: inline-block !important; vertical-align: middle; }
:host([hidden]) { display: none !important; }
* { box-sizing: border-box; }
.room, .widget {
  all: initial;
  font: 400 clamp(12px, 1em, 24px) / 1.5 system-ui, "Noto Sans", sans-serif;
  box-sizing: border-box;
}
.room { display: flex; flex-direction: column; }
.card { flex: 1 0 auto; }
.widget {
  color-scheme: light;
  --paper: light-dark(#fbfaf7, #141311);
  --ink: light-dark(#1b1a17, #ece8e0);
  --muted: light-dark(#6b675f, #9a948a);
  --hairline: light-dark(#e4dfd5, #2c2925);
  --accent: light-dark(#c2341a, #ff7a59);
  --verified: light-dark(#0f7b6c, #4fc3b0);
  --serif: Newsreader, Georgia, "Noto Serif", serif;
  max-width: 100%;
  color: var(--ink);
  background: var(--paper);
  border: 1px solid var(--hairline);
  overflow-wrap: anywhere;
}
.dark { color-scheme: dark; }
.auto { color-scheme: light dark; }
p, ul { margin: 0; padding: 0; }
ul { list-style: none; }
a {
  color: inherit;
  text-decoration: underline 1px var(--muted);
  text-underline-offset: .18em;
}
a:hover { text-decoration-color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.pill {
  display: flex;
  align-items: center;
  gap: .5em;
  height: 2.25em;
  padding: 0 1em;
  border-radius: 2em;
  font-weight: 600;
  line-height: 1;
  white-space: nowrap;
  cursor: pointer;
}
.pill:hover { border-color: var(--muted); }
.strong { color: var(--paper); background: var(--verified); border-color: var(--verified); }
.short { overflow: hidden; text-overflow: ellipsis; line-height: 1.5; max-width: 22em; }
.mark {
  flex: none;
  width: 1em;
  height: .72em;
  border-top: .43em solid var(--accent);
  border-bottom: .14em solid;
}
.strong .mark { border-top-color: currentColor; }
.tick {
  display: inline-block;
  flex: none;
  position: relative;
  width: 1.1em;
  height: 1.1em;
  border-radius: 50%;
  background: var(--verified);
  color: var(--paper);
  vertical-align: -.15em;
  forced-color-adjust: none;
}
.strong .tick { background: var(--paper); color: var(--verified); }
.tick::after {
  content: "";
  position: absolute;
  left: .4em;
  top: .22em;
  width: .3em;
  height: .55em;
  border: solid;
  border-width: 0 .13em .13em 0;
  transform: rotate(45deg);
}
.sheet { display: flex; flex-direction: column; gap: .875em; padding: 1.25em; }
.head { display: flex; gap: .875em; align-items: center; }
.head > div { min-width: 0; }
.face {
  flex: none;
  width: 3.25em;
  height: 3.25em;
  border-radius: 50%;
  object-fit: cover;
}
span.face {
  display: grid;
  place-items: center;
  background: var(--hairline);
  font-family: var(--serif);
}
.name { font: 500 1.25em / 1.3 var(--serif); }
.name a { text-decoration-color: transparent; }
.name .tick { font-size: .8em; }
.muted, time, .foot { color: var(--muted); font-size: .875em; }
.words { font-family: var(--serif); text-wrap: pretty; }
.snippet, .pieces a {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  overflow: hidden;
}
.foot {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 1em;
  margin-top: auto;
  padding-top: .75em;
  border-top: 1px solid var(--hairline);
}
.foot a { color: var(--ink); }
.pieces li { padding: .6em 0; border-top: 1px solid var(--hairline); }
.pieces li:last-child { padding-bottom: 0; }
.pieces a {
  font: 500 1.0625em / 1.35 var(--serif);
  text-decoration-color: transparent;
  -webkit-line-clamp: 2;
}
.pieces a:hover, .name a:hover { text-decoration-color: var(--accent); }
.ways { display: flex; flex-wrap: wrap; gap: .25em 1.25em; font-size: .875em; }
.verified { color: var(--verified); }
`;
