// Wraps tables of rendered text in boxes that scroll if the table is wider than the window.

/** The box can have focus, so that the arrow keys scroll it. */
export const withScrollingTables = (body: string): string =>
  body.includes('<table>')
    ? body
        .replaceAll(
          '<table>',
          '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>',
        )
        .replaceAll('</table>', '</table></div>')
    : body;
