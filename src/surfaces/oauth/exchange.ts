// The request that oidc-provider gets, and the response that it writes. oidc-provider never sees the client's own
// Host header, the desk's cookies or the connection.

import { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import { authorizationOf } from '../../http/bearer.ts';

export interface Sent {
  readonly raw: IncomingMessage;
  readonly path: string;
  readonly body?: { readonly type: string; readonly text: string } | undefined;
}

export const MOUNTED_AT = '/oauth';

/** The session cookie is never read, because the desk always asks who the writer is and what the writer allows. */
export const COOKIES = {
  session: 'standfirst_oauth_session',
  interaction: 'standfirst_oauth_consent',
  resume: 'standfirst_oauth_resume',
} as const;

const READ_COOKIE = new RegExp(`^(?:${COOKIES.interaction}|${COOKIES.resume})(?:\\.sig)?=`);

export function providerRequest({ baseUrl }: Config, { raw, path, body }: Sent): IncomingMessage {
  const { host, protocol } = new URL(baseUrl);
  const request = new IncomingMessage(raw.socket);
  const authorization = authorizationOf(raw);
  const cookies = (raw.headers.cookie ?? '').split(/; */).filter((each) => READ_COOKIE.test(each));
  request.method = raw.method ?? 'GET';
  request.url = path;
  request.headers = {
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
    ...(authorization && { authorization }),
    ...(body && {
      'content-type': body.type,
      'content-length': String(Buffer.byteLength(body.text)),
    }),
  };
  Object.assign(request, { originalUrl: MOUNTED_AT + path });
  if (body) request.push(body.text);
  request.push(null);
  // Readers of the stream would mistake an incomplete request for an aborted connection.
  request.complete = true;
  return request;
}

/** Response that isn't sent to a client: the caller reads its status, headers and body. */
export class HeldResponse extends ServerResponse {
  body = '';

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) this.body = chunk.toString();
    this.finished = true;
    this.emit('finish');
    return this;
  }
}
