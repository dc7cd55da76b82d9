import * as core from '../../../../core/processing/create-upload.ts';
import type { Service } from '../../../../core/service.ts';
import { json } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /uploads: a presigned URL to which the client sends a large file. Storage of the host has the host's own URL. */
export const createUpload = (service: Service) =>
  route(routes.createUpload, async ({ body, account, baseUrl }) => {
    const upload = await core.createUpload(service, account, body);
    const { url } = upload;
    return json(201, { ...upload, url: url.startsWith('/') ? `${baseUrl}${url}` : url });
  });
