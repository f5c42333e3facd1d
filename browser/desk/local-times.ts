// Shows times in the writer's own time zone; without script they are in UTC, as their titles say.

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

for (const each of document.querySelectorAll<HTMLTimeElement>('time[data-when]')) {
  const at = new Date(each.dateTime);
  const isToday = at.toDateString() === new Date().toDateString();
  each.textContent = (isToday ? clock : day).format(at);
  each.title = exact.format(at);
}
