// Sharing on Mastodon: remembers the writer's server in this browser, and goes there in one step.

import { mastodonLink, mastodonServer } from '../../src/rendering/text/share-links.ts';

const REMEMBERED = 'mastodon-server';

const form = document.querySelector<HTMLFormElement>('form[data-mastodon]');
const field = form?.querySelector<HTMLInputElement>('input[name="server"]');
if (form && field) offer(form, field);

function offer(form: HTMLFormElement, field: HTMLInputElement): void {
  field.value ||= remembered();
  form.addEventListener('submit', (event) => {
    const server = mastodonServer(field.value);
    // If the server's name is invalid, the form is submitted and the next page says what is wrong.
    if (!server) return;
    event.preventDefault();
    remember(server);
    location.assign(mastodonLink(server, form.dataset['mastodon'] ?? ''));
  });
}

/** The empty string if the browser has no storage: the writer then types the server each time. */
function remembered(): string {
  try {
    return localStorage.getItem(REMEMBERED) ?? '';
  } catch {
    return '';
  }
}

function remember(server: string): void {
  try {
    localStorage.setItem(REMEMBERED, server);
  } catch {
    // Storage is full or forbidden.
  }
}
