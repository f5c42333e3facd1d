// Uploads one image of a piece and shows the progress.

import { OFFLINE, type Service } from '../page/calls.ts';

interface Image {
  url: string;
}

const REFUSED = 'The image couldn’t be uploaded.';

/** A proxy's own error page, sent because the service is down. */
const isGateway = ({ status }: XMLHttpRequest) => status >= 500;

/** Uses XMLHttpRequest, since fetch does not report upload progress. */
export async function upload(
  service: Service,
  url: string,
  file: File,
  bar: HTMLProgressElement,
): Promise<Image> {
  // A file is sent only once, and another account may have signed in since the page was opened.
  await service.renewToken();
  const form = new FormData();
  form.append('form_token', service.token);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.value = (loaded / total) * 100;
    });
    request.addEventListener('load', () => {
      const answer = request.response;
      if (answer?.ok) resolve(answer);
      else reject(new Error(answer?.reason ?? (isGateway(request) ? OFFLINE : REFUSED)));
    });
    request.addEventListener('error', () => reject(new Error(OFFLINE)));
    request.send(form);
  });
}
