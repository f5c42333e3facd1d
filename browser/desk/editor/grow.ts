// Makes a text area as tall as its text, in browsers whose style sheets can't (no `field-sizing`).

export function growWithText(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  const grow = () => {
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
  };
  field.addEventListener('input', grow);
  addEventListener('resize', grow);
  grow();
}
