// The language of the code samples: one choice for all of them, remembered for the next visit.

const STORED_AS = 'sample-language';

/** The stored choice. Some browsers refuse to store anything; a choice then lasts as long as the page. */
function stored(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

function store(language: string): void {
  try {
    localStorage.setItem(STORED_AS, language);
  } catch {
    // Without storage, the choice still applies to this page.
  }
}

const choices = () =>
  document.querySelectorAll<HTMLInputElement>('.language-switch input[type=radio]');

function choose(language: string): void {
  for (const choice of choices()) {
    if (choice.value === language) choice.checked = true;
  }
}

export function rememberLanguage(): void {
  const known = stored();
  if (known !== null) choose(known);
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('.language-switch')) return;
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    store(target.value);
    // Samples above have changed their height: scrolling keeps the switch where it was on the screen.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  });
}
