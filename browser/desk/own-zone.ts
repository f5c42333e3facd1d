// Selects the browser's time zone until the writer has chosen one. Without script, UTC stays selected.

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-own-zone]')) {
  const known = [...select.options].find(({ value }) => value === timeZone);
  if (!known) select.prepend(new Option(timeZone, timeZone));
  select.value = timeZone;
}
