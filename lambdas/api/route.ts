/** Combines a row of the routes table with its handler. */
import type { Account } from '../../core/accounts/account.ts';
import type { Caller } from '../../core/accounts/caller.ts';
import type { KeyClaim } from '../../core/requests/idempotency.ts';
import { secondsToWait } from '../invocation.ts';
import type { Answer } from './answer.ts';
import { preferredType } from './middleware/acceptance.ts';
import type { Route } from './middleware/request/api-event.ts';
import { baseUrlOf } from './middleware/base-url.ts';
import { stageOf } from './middleware/stage-path.ts';
import type { RequestParts, RouteRow } from './routes/route-row.ts';

export type ApiRequest<Row extends RouteRow> = RequestParts<Row> & {
  readonly account: Row['auth'] extends 'api_key' ? Account : undefined;
  /** Who sends the request; its account is `account`. */
  readonly caller: Row['auth'] extends 'api_key' ? Caller : undefined;
  /** The claim on the request's `Idempotency-Key`, if it has one: part of the write that makes something. */
  readonly claim: KeyClaim | undefined;
  /** Frees the memory of a body that is no longer needed: a request may wait for its result with a body of 100 MB. */
  releaseBody(): void;
  /** Whole seconds for which the host still keeps the request open. */
  readonly secondsToWait: () => number;
  /** The media type that `Accept` prefers, of those of the row's successful responses. */
  readonly mediaType: string | undefined;
  /** What every path of the service begins with outside: the stage of API Gateway; usually empty. */
  readonly basePath: string;
  /** Where the client reaches the service, without a slash at its end. */
  readonly baseUrl: string;
};

/** The answer as nobody on its way, nor the client, is to store it. */
const unstored = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Cache-Control': 'no-store' },
});

/** @param respond  called with the request's parts, which the row's schemas have checked */
export function route<Row extends RouteRow>(
  row: Row,
  respond: (request: ApiRequest<Row>) => Promise<Answer> | Answer,
): Route {
  return {
    row,
    respond: async (event, invocation) => {
      const request = {
        ...event.parts,
        account: event.caller?.account,
        caller: event.caller,
        claim: event.claim,
        releaseBody: (): void => {
          event.body = null;
          event.content = undefined;
          event.parts.body = undefined;
          request.body = undefined;
        },
        secondsToWait: () => secondsToWait(invocation),
        mediaType: preferredType(event),
        basePath: stageOf(event),
        baseUrl: baseUrlOf(event),
      };
      // The middlewares have authenticated the event and parsed its parts with this row's schemas.
      const answer = await respond(request as ApiRequest<Row>);
      return row.secret === true ? unstored(answer) : answer;
    },
  };
}
