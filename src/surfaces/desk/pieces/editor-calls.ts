// Requests of the editor's script: saving, newer text, the preview, pasted HTML.

import { Problem } from '../../../errors.ts';
import { csrfToken } from '../../../http/pages/csrf.ts';
import { sessionOf } from '../../../http/pages/session-cookie.ts';
import { resource } from '../../../http/resource.ts';
import type { WriterActor } from '../../../operations/actor.ts';
import { ownSlugs } from '../../../operations/authors/profiles.ts';
import { cardsOfPreview } from '../../../operations/cards/cards.ts';
import { pastedAsMarkdown } from '../../../operations/file-import/pasted-html.ts';
import type { Context } from '../../../operations/operation.ts';
import { contentRecord } from '../../../operations/pieces/content.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { saveFromEditor, saveNewDraft } from '../../../operations/pieces/saving/autosaves.ts';
import { workingContentFrom } from '../../../operations/pieces/saving/save-piece.ts';
import { renderPreview } from '../../../rendering/on-thread/markdown.ts';
import { withScrollingTables } from '../../../rendering/templates/scrolling-tables.ts';
import { errorBody } from '../../../schemas/error-body.ts';
import { hiddenImagesNotice } from '../shared/hidden-images.ts';
import type { Desk } from '../shared/page-context.ts';
import { type Call, scriptCalls } from '../shared/script-calls.ts';

export function editorCalls(desk: Desk): void {
  const { context } = desk;
  scriptCalls(desk, (calls) => {
    calls.writer('/desk/edit/pieces/new/save', async ({ actor }, { request }) => {
      const { id } = { id: '', ...Object(request.body) };
      const content = workingContentFrom(request.body, context.config.baseUrl);
      return savedAs(await saveNewDraft(context, actor, String(id), content));
    });
    calls.writer('/desk/edit/pieces/:id/save', ({ actor }, call) => save(context, actor, call));
    // A page without unsaved changes shows newer text that was saved elsewhere.
    calls.writer('/desk/edit/pieces/:id/newer', async ({ actor }, { request }) => {
      const { id } = { id: '', ...Object(request.params) };
      const { version } = { version: 0, ...Object(request.body) };
      const theirs = await newerText(context, actor, String(id));
      return { theirs: theirs.version === version ? null : theirs };
    });
    calls.writer('/desk/edit/preview', async ({ actor }, { request }) => {
      const { body_md } = workingContentFrom(request.body, context.config.baseUrl);
      const { piece } = { piece: 'new', ...Object(request.body) };
      const cards = await cardsOfPreview(context, actor, body_md, String(piece));
      const { html } = await renderPreview(body_md, cards);
      const notice = hiddenImagesNotice(html, context.config)?.text ?? '';
      return { html: notice + withScrollingTables(html) };
    });
    calls.writer('/desk/edit/pasted', async (_me, { request }) => {
      const { html } = { html: '', ...Object(request.body) };
      return { markdown: await pastedAsMarkdown(String(html)) };
    });
    // A page needs a new CSRF token if somebody has signed in again in another tab: the same writer, or another one.
    resource(calls.scope, '/desk/edit/token', {
      GET: {
        async handler(request, reply) {
          const me = await sessionOf(context, request);
          if (!me) throw new Problem('session_over');
          const token = await csrfToken(context, request, reply);
          const account = {
            ...{ id: me.actor.accountId, name: me.name },
            slugs: await ownSlugs(context, me.actor),
          };
          return reply.header('cache-control', 'no-store').send({ ok: true, token, account });
        },
      },
    });
  });
}

const savedAs = ({ id, working_version, updated_at }: DeskPiece['piece']) => ({
  id,
  version: working_version,
  saved_at: updated_at,
});

async function save(context: Context, actor: WriterActor, { request, reply }: Call) {
  const { id } = { id: '', ...Object(request.params) };
  const { version, by_hand, merged_from } = {
    ...{ version: 0, by_hand: false, merged_from: null },
    ...Object(request.body),
  };
  const content = workingContentFrom(request.body, context.config.baseUrl);
  const origin = by_hand === true ? 'saved' : 'autosaved';
  try {
    const own =
      merged_from === null ? null : workingContentFrom(merged_from, context.config.baseUrl);
    return savedAs(
      await saveFromEditor(context, actor, String(id), Number(version), content, origin, own),
    );
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== 'version_conflict') throw problem;
    reply.code(problem.status);
    return { ...errorBody(problem), theirs: await newerText(context, actor, id) };
  }
}

async function newerText(context: Context, actor: WriterActor, id: string) {
  const { working } = await deskPiece(context, actor, id);
  const { number, saved_at, saved_by_id, saved_by_name } = working;
  const saved_by = saved_by_id === actor.accountId ? 'you' : saved_by_name;
  const { tags, ...content } = contentRecord(working);
  return { version: number, saved_at, saved_by, ...content, tags };
}
