// A button that copies a field's value or an element's text, or selects it if the clipboard is not available.

for (const row of document.querySelectorAll<HTMLElement>('[data-copy]')) offer(row);

function offer(row: HTMLElement): void {
  const source = document.getElementById(row.dataset['copy'] ?? '');
  const status = row.querySelector('[role="status"]');
  if (!source || !status) return;
  row.querySelector('button')?.addEventListener('click', async () => {
    const text = selected(source);
    status.textContent = '';
    status.textContent = (await isCopied(text))
      ? 'Copied.'
      : 'Selected. Press Ctrl+C or ⌘C to copy.';
  });
  row.hidden = false;
}

/** Selects the source's text and returns it. */
function selected(source: HTMLElement): string {
  if (source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement) {
    source.select();
    return source.value;
  }
  document.getSelection()?.selectAllChildren(source);
  return source.textContent ?? '';
}

/** Returns false without a clipboard: browsers have none on pages without TLS. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
