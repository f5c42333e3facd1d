// The clipboard of Google Docs, shortened by repetitions.

const STYLE =
  'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;';

const span = (text: string, weight = 400, more = '') =>
  `<span style="${STYLE.replace('font-style:normal', more || 'font-style:normal')}font-weight:${weight};">${text}</span>`;

const page = (body: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1c2d3e4f-7fff-aaaa-bbbb-0123456789ab">${body}</b><br class="Apple-interchange-newline">`;

const paragraph = (inner: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${inner}</p>`;

const item = (level: number, inner: string) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${inner}</p></li>`;

const list = (name: 'ul' | 'ol', inner: string) =>
  `<${name} style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${inner}</${name}>`;

export const DOCS_TEXT = page(
  `<h2 dir="ltr" style="line-height:1.38;margin-top:18pt;">${span('A heading')}</h2>` +
    paragraph(
      `${span('Plain, ')}${span('bold', 700)}${span(' and ')}${span('slanted', 400, 'font-style:italic')}${span(', a ')}<a href="https://example.org/a" style="text-decoration:none;">${span('link', 400)}</a>${span('.')}`,
    ) +
    '<br>' +
    paragraph(span('More.')),
);

export const DOCS_LISTS = page(
  list(
    'ul',
    item(1, span('Apples')) +
      list('ul', item(2, span('Cox')) + item(2, span('Gala'))) +
      item(1, span('Pears')),
  ) + list('ol', item(1, span('Pick')) + item(1, span('Eat'))),
);

export const DOCS_FOOTNOTES = page(
  paragraph(
    `${span('The river rose')}<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>${span(' and fell')}<sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup>${span('.')}<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup>`,
  ) +
    `<hr style="page-break-before:always;display:none;"><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a>${span('&nbsp;By two metres.')}</p></div>` +
    `<div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a>${span('&nbsp;Slowly.')}</p></div>` +
    `<div style="border:1px solid black"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a>${span('Is that so?')}</p></div>`,
);

export const DOCS_TABLE = page(
  `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="100"><col width="100"></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000000 1pt;">${paragraph(span('Year', 700))}</td><td>${paragraph(span('Height', 700))}</td></tr><tr><td>${paragraph(span('1999'))}</td><td>${paragraph(span('2 m'))}</td></tr></tbody></table></div>`,
);
