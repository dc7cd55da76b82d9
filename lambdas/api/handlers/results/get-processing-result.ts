import { waitForProcessingRequest } from '../../../../core/requests/find-processing-request.ts';
import type { Service } from '../../../../core/service.ts';
import { readWait } from '../processing/read-wait.ts';
import { answerByState, wholeResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /processing/results/{processing_id}: the body of the POST's 201. Waits for the result as the POST does. */
export const getProcessingResult = (service: Service) =>
  route(routes.getProcessingResult, async ({ path, query, headers, account, secondsToWait }) => {
    const wait = readWait(query.wait_for, headers.prefer, Math.min(service.settings.maxWaitSeconds, secondsToWait()));
    const request = await waitForProcessingRequest(service, account, path.processing_id, wait.seconds);
    const answer = await answerByState(service, request, () => wholeResult(service, request, query.include ?? [], 200));
    return { ...answer, headers: { ...answer.headers, ...wait.headers } };
  });
