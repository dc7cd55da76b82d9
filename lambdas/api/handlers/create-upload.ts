import { createUpload as createUploadAddress } from '../../../core/processing/create-upload.ts';
import type { Service } from '../../../core/service.ts';
import { json } from '../answer.ts';
import { route } from '../route.ts';
import { routes } from '../routes/routes.ts';

/** POST /uploads: an address to which a large file is sent straight to storage. */
export const createUpload = (service: Service) =>
  route(routes.createUpload, async ({ body, account }) => json(201, await createUploadAddress(service, account, body)));
