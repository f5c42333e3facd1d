// Tables in rendered text, each in a box that scrolls where it is wider than the window.

/** Also with the keys, so it can have focus. */
export const withScrollingTables = (body: string): string =>
  body.includes('<table>')
    ? body
        .replaceAll(
          '<table>',
          '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>',
        )
        .replaceAll('</table>', '</table></div>')
    : body;
