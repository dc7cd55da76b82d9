import { findProcessingRequest } from '../../../../core/requests/find-processing-request.ts';
import { readUploadFile } from '../../../../core/results/upload-file.ts';
import type { Service } from '../../../../core/service.ts';
import { file } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/upload: the file as it was sent, in every state of the request. */
export const getUpload = (service: Service) =>
  route(routes.getUpload, async ({ path, account }) =>
    file(await readUploadFile(service, await findProcessingRequest(service, account, path.processing_id))),
  );
