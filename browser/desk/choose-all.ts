// The desk's list: one checkbox that selects every piece on the page, or none.

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-bulk]')) offerAll(form);

function offerAll(form: HTMLFormElement): void {
  const label = form.querySelector<HTMLElement>('[data-choose-all]');
  const all = label?.querySelector('input');
  const boxes = [...form.querySelectorAll<HTMLInputElement>('li input[type="checkbox"]')];
  if (!label || !all) return;
  const show = () => {
    const chosen = boxes.filter(({ checked }) => checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  };
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
  });
  form.addEventListener('change', show);
  label.hidden = false;
  // When the writer goes back to the page, the browser restores the checkboxes.
  show();
}
