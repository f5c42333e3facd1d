// Chooses the writer's own time zone, as long as they have not chosen one; without script it is UTC.

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-own-zone]')) {
  const known = [...select.options].find(({ value }) => value === timeZone);
  if (!known) select.prepend(new Option(timeZone, timeZone));
  select.value = timeZone;
}
