// A field as tall as its text, where the style sheet can't do it.

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
