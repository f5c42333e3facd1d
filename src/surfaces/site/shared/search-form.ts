// The search form.

import { type Html, html } from '../../../rendering/templates/html.ts';

export const searchForm = (
  query: string,
): Html => html`<form class="search" action="/search" role="search">
<label for="q">Search for</label>
<div><input id="q" name="q" type="search" value="${query}" autocomplete="off"><button>Search</button></div>
</form>`;
