// The clipboards of Pages, Notes and TextEdit: style sheets and numbered classes.

const page = (style: string, body: string) =>
  `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta name="Generator" content="Cocoa HTML Writer"><meta name="CocoaVersion" content="2575.4">
<style type="text/css">${style}</style></head><body>${body}</body></html>`;

export const PAGES_TEXT = page(
  `p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 11.0px 'Helvetica Neue'; color: #000000}
p.p2 {margin: 0.0px; font: 11.0px 'Helvetica Neue'; min-height: 13.0px}
li.li1 {margin: 0.0px; font: 11.0px 'Helvetica Neue'}
span.s1 {font-kerning: none} span.s2 {font: bold 11.0px 'Helvetica Neue'; font-kerning: none}
span.s3 {text-decoration: underline ; color: #0000ff}
ul.ul1 {list-style-type: disc}`,
  `<p class="p1"><span class="s1">Plain, </span><span class="s2">bold</span><span class="s1"><span class="Apple-converted-space">\u00a0</span>and <i>slanted</i>, a <a href="https://example.org/a"><span class="s3">link</span></a>.</span></p>
<p class="p2"><span class="s1"></span><br></p>
<ul class="ul1"><li class="li1"><span class="s1">Apples</span></li><ul class="ul1"><li class="li1"><span class="s1">Cox</span></li></ul><li class="li1"><span class="s1">Pears</span></li></ul>
<table cellspacing="0" cellpadding="0" class="t1"><tbody><tr><td valign="top" class="td1"><p class="p1"><b>Year</b></p></td><td valign="top" class="td1"><p class="p1"><b>Height</b></p></td></tr><tr><td><p class="p1">1999</p></td><td><p class="p1">2 m</p></td></tr></tbody></table>`,
);

/** Headings have no name, only a size. */
export const PAGES_HEADINGS = page(
  `p.p1 {margin: 0.0px; font: 30.0px 'Helvetica Neue'} p.p2 {margin: 0.0px; font: 11.0px 'Helvetica Neue'}
p.p3 {margin: 0.0px; font: bold 14.0px 'Helvetica Neue'}`,
  `<p class="p1"><b>The river</b></p><p class="p2">It rose in spring, and nobody had expected it.</p><p class="p3"><b>Why</b></p><p class="p2">Rain.</p>`,
);
