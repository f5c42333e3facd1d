// A button that copies the value of a field, or selects it where the clipboard is not available.

for (const row of document.querySelectorAll<HTMLElement>('[data-copy]')) offer(row);

function offer(row: HTMLElement): void {
  const field = document.getElementById(row.dataset['copy'] ?? '');
  const status = row.querySelector('[role="status"]');
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isText || !status) return;
  row.querySelector('button')?.addEventListener('click', async () => {
    field.select();
    status.textContent = '';
    status.textContent = (await isCopied(field.value))
      ? 'Copied.'
      : 'Selected. Press Ctrl+C or ⌘C to copy.';
  });
  row.hidden = false;
}

/** Pages without TLS have no clipboard. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
