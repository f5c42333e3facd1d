// Roving tabindex: a row of buttons is one Tab stop, and the arrow keys move within it.

export function walk(row: HTMLButtonElement[]): void {
  for (const [at, one] of row.entries()) {
    one.tabIndex = at === 0 ? 0 : -1;
    one.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const next = row[(at + step + row.length) % row.length];
      if (step === 0 || !next) return;
      one.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }
}
