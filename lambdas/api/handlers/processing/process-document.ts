import { ProcessingFailedError, UploadNotProcessedError } from '../../../../core/errors.ts';
import * as core from '../../../../core/processing/process-document.ts';
import { disclosed } from '../../../../core/requests/failure.ts';
import { waitForProcessingRequest } from '../../../../core/requests/find-processing-request.ts';
import type { ProcessingRequest } from '../../../../core/requests/processing-request.ts';
import { resultPath } from '../../../../core/results/result-paths.ts';
import type { Service } from '../../../../core/service.ts';
import { readWait } from './read-wait.ts';
import { answerByState, wholeResult } from '../results/result-answer.ts';
import { route } from '../../route.ts';
import type { ApiRequest } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/**
 * POST /processing/{workflow_key}: 201 with the result; 202 where processing takes longer than the caller waits; the
 * status of the failure where it fails within that time.
 */
export const processDocument = (service: Service) =>
  route(routes.processDocument, async (call) => {
    const accepted = await accept(service, call);
    call.releaseBody();
    const wait = readWait(
      call.query.wait_for,
      call.headers.prefer,
      Math.min(service.settings.maxWaitSeconds, call.secondsToWait()),
    );
    const request = await waitForProcessingRequest(service, call.account, accepted.processing_id, wait.seconds);
    if (request.state === 'failed') throw failureOf(request);
    const answer = await answerByState(service, request, () =>
      wholeResult(service, request, call.query.include ?? [], 201, { Location: resultPath(request.processing_id) }),
    );
    return { ...answer, headers: { ...answer.headers, ...wait.headers } };
  });

function accept(
  service: Service,
  { path, body, account, claim }: ApiRequest<typeof routes.processDocument>,
): Promise<ProcessingRequest> {
  return core.processDocument(service, account, {
    workflowKey: path.workflow_key,
    file: 'file' in body ? body.file : { uploadId: body.upload_id },
    parameters: body.parameters,
    claim,
  });
}

/** Unlike a later GET, this response names the failure's own status: the caller has just sent the document. */
const failureOf = ({ processing_id: id, failure }: ProcessingRequest): Error => {
  const reason = disclosed(failure);
  return reason === undefined ? new ProcessingFailedError(id, undefined) : new UploadNotProcessedError(id, reason);
};
