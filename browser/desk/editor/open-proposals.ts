// Shows above the text the proposals that are open now: a program may make one while the writer writes.

export function showProposals(form: HTMLFormElement, notice: string): void {
  const shown = document.querySelector('.proposal-links');
  const made = document.createElement('template');
  made.innerHTML = notice;
  const section = made.content.firstElementChild;
  if (!section) shown?.remove();
  else if (!shown) form.before(section);
  else if (shown.textContent !== section.textContent) shown.replaceWith(section);
  else return;
  const region = document.querySelector('[data-announced]');
  if (region && section) region.textContent = section.textContent;
}
