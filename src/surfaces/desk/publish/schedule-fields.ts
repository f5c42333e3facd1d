// Fields for a scheduled time: day, time and time zone.

import { Problem } from '../../../errors.ts';
import { assetUrl } from '../../../http/pages/assets.ts';
import { laterFrom } from '../../../operations/publishing/publication-time.ts';
import type { ScheduleRow } from '../../../operations/publishing/schedule/schedule-words.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { localTime, ZONES } from '../../../rendering/text/zoned-times.ts';
import { errorFor, stateOf } from '../shared/form-fields.ts';
import type { PageContext } from '../shared/page-context.ts';
import { PUBLISH_FORM } from './publish-details.ts';

export function laterIn({ fields, context }: PageContext) {
  const { when = 'now' } = fields;
  if (when === 'later') return laterFrom(timeIn(fields), context.now());
  // Unknown values must not publish immediately.
  if (when !== 'now') throw new Problem('bad_request');
  return null;
}

export const timeIn = ({ time = '', zone = '' }: PageContext['fields']) => ({ time, zone });

export function whenField(page: PageContext, schedule: ScheduleRow | null): Html {
  const isLater = (page.fields['when'] ?? (schedule ? 'later' : 'now')) === 'later';
  const radio = (value: string, words: string, isChosen: boolean) =>
    html`<label><input type="radio" name="when" value="${value}" form="${PUBLISH_FORM}"${
      isChosen && html` checked`
    }> <span>${words}</span></label>
`;
  return html`<div class="when"><fieldset class="checks"><legend>When?</legend>
${radio('now', 'Now', !isLater)}${radio('later', 'At a time', isLater)}</fieldset>
${timeFields(page, schedule, PUBLISH_FORM)}</div>`;
}

/** The writer chooses the time zone; a script preselects the browser's. */
export function timeFields(page: PageContext, schedule: ScheduleRow | null, form?: string): Html {
  const known = schedule && {
    time: localTime(new Date(schedule.due_at), schedule.zone),
    zone: schedule.zone,
  };
  const { time = known?.time ?? '', zone = known?.zone } = page.fields;
  const at = form && html` form="${form}"`;
  const error = { time: errorFor(page, 'time'), zone: errorFor(page, 'zone') };
  const state = {
    time: stateOf(page, { id: 'time', error: error.time }),
    zone: stateOf(page, { id: 'zone', error: error.zone }),
  };
  const zones = zone === undefined || ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  return html`<div class="field-grid time-fields">
<div><label for="time">Day and time</label>
<input id="time" name="time" type="datetime-local" value="${time}"${at}${state.time}>${
    error.time && html`<p class="error" id="time-error">${error.time}</p>`
  }</div>
<div><label for="zone">Time zone</label>
<select id="zone" name="zone"${at}${zone === undefined && html` data-own-zone`}${state.zone}>${zones.map(
    (each) => html`<option${each === (zone ?? 'UTC') && html` selected`}>${each}</option>`,
  )}</select>${error.zone && html`<p class="error" id="zone-error">${error.zone}</p>`}</div></div>
<script type="module" src="${assetUrl('own-zone.js')}"></script>`;
}
