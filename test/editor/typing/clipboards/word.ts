// The clipboard of Word, shortened by repetitions.

const HEAD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- @font-face {font-family:Wingdings;} p.MsoNormal {margin:0cm;font-size:12.0pt;}
@list l0:level1 {mso-level-number-format:bullet; mso-level-text:\uf0b7;}
@list l1:level1 {mso-level-text:"%1\\.";} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->`;
const FOOT = '<!--EndFragment--></body></html>';

const page = (body: string) => HEAD + body + FOOT;

const item = (
  list: string,
  level: number,
  place: 'First' | 'Middle' | 'Last',
  mark: string,
  text: string,
) =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${36 * level}.0pt;mso-add-space:auto;
text-indent:-18.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

export const WORD_LISTS = page(
  `<p class=MsoNormal>Before the list:<o:p></o:p></p>` +
    item('l0', 1, 'First', '·', 'Apples, <b style="mso-bidi-font-weight:normal">red</b>') +
    item('l0', 2, 'Middle', 'o', 'Cox') +
    item('l0', 2, 'Middle', 'o', 'Gala') +
    item('l0', 1, 'Last', '·', 'Pears') +
    `<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>And in order:<o:p></o:p></p>` +
    item('l1', 1, 'First', '1.', 'Pick') +
    item('l1', 2, 'Middle', 'a)', 'early') +
    item('l1', 1, 'Last', '2.', 'Eat') +
    `<p class=MsoNormal>After.<o:p></o:p></p>`,
);

/** Word on the web and Outlook write the marks between comments of another form. */
export const WORD_SHORT_LIST = page(
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span
style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><!--[endif]-->Only this<o:p></o:p></p>`,
);

export const WORD_FOOTNOTES = page(
  `<p class=MsoNormal>The river rose<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span
class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span
class=MsoFootnoteReference><span style='font-size:12.0pt'>[1]</span></span><![endif]></span></span></a> in
spring and fell<a style='mso-footnote-id:ftn2' href="#_ftn2" name="_ftnref2" title=""><span
class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[2]<![endif]></span></span></a>.<o:p></o:p></p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all>
<hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1'
href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference><span
style='mso-special-character:footnote'><![if !supportFootnotes]>[1]<![endif]></span></span></a> By two <i>metres</i>.<o:p></o:p></p></div>
<div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText><a style='mso-footnote-id:ftn2'
href="#_ftnref2" name="_ftn2" title=""><span class=MsoFootnoteReference>[2]</span></a> Slowly.<o:p></o:p></p></div></div>`,
);

export const WORD_MIXED = page(
  `<h1>A heading<o:p></o:p></h1>
<p class=MsoNormal><span lang=EN-US style='font-size:14.0pt;font-family:"Arial",sans-serif;color:#C00000'>Some <b><i>bold
italics</i></b>,<span style='mso-spacerun:yes'>  </span>a <a href="https://example.org/a">link</a> in <st1:place
w:st="on">Paris</st1:place><a style='mso-comment-reference:A_1;mso-comment-date:20260101T1200'>.</a></span><span
class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1"
name="_msoanchor_1">[A1]</a><span style='mso-special-character:comment'>&nbsp;</span></span></span><o:p></o:p></p>
<p class=MsoNormal><span style='font-family:Arial'><o:p>&nbsp;</o:p></span></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0'><td width=301 valign=top><p class=MsoNormal><b>Year<o:p></o:p></b></p></td>
 <td width=301 valign=top><p class=MsoNormal><b>Height<o:p></o:p></b></p></td></tr>
 <tr><td width=301><p class=MsoNormal>1999<o:p></o:p></p></td><td width=301><p class=MsoNormal>2&nbsp;m<o:p></o:p></p></td></tr>
</table>
<p class=MsoNormal>End.<o:p></o:p></p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><div id="_com_1" class=msocomtxt
language=JavaScript><p class=MsoCommentText><span class=MsoCommentReference><a class=msocomoff
href="#_msoanchor_1">[A1]</a></span>Is that so?<o:p></o:p></p></div></div></div>`,
);

const webItem = (list: string, id: number, level: number, words: string) =>
  `<div class="ListContainerWrapper SCXW1 BCX0">${list}<li data-leveltext="" data-font="Symbol" data-listid="${id}" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1"><span data-contrast="auto" class="TextRun SCXW1"><span class="NormalTextRun SCXW1">${words}</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></li>${list.startsWith('<ul') ? '</ul>' : '</ol>'}</div>`;

/** Word on the web: each item is in a separate list. */
export const WORD_WEB = `<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" role="heading" aria-level="2"><span class="TextRun SCXW1"><span class="NormalTextRun">Fruit</span></span><span class="EOP SCXW1">&nbsp;</span></p></div>${webItem('<ul class="BulletListStyle1" role="list">', 1, 1, 'Apples')}${webItem('<ul class="BulletListStyle2" role="list">', 1, 2, 'Cox')}${webItem('<ul class="BulletListStyle1" role="list">', 1, 1, 'Pears')}<div class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun" style="font-weight:bold">Then</span><span class="EOP">&nbsp;</span></p></div>${webItem('<ol start="1" role="list">', 2, 1, 'Pick')}${webItem('<ol start="2" role="list">', 2, 1, 'Eat')}`;

/** With changes tracked: text that a reviewer deleted is no longer part of the text. */
export const WORD_TRACKED = `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment--><p class=MsoNormal>The river <del cite="mailto:Joe" datetime="2024-01-01T10:00"><span>fell</span></del><ins cite="mailto:Joe" datetime="2024-01-01T10:00"><span>rose</span></ins> in <b>spring</b>.<o:p></o:p></p><!--EndFragment--></body></html>`;
