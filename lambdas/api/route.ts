/** Joins rows of the routes table and the functions that answer them. */
import type { Account } from '../../core/accounts/account.ts';
import { secondsToWait } from '../invocation.ts';
import type { Answer } from './answer.ts';
import type { Route } from './middleware/api-event.ts';
import type { RequestParts, RouteRow } from './routes/route-row.ts';

export type ApiRequest<Row extends RouteRow> = RequestParts<Row> & {
  readonly account: Row['auth'] extends 'api_key' ? Account : undefined;
  /** Lets go of a body that is not needed any more: a request may wait minutes for its result, and 100 MB with it. */
  releaseBody(): void;
  /** Seconds that the host holds the request open for, from now on. */
  readonly secondsToWait: () => number;
};

/** Joins a row and the function that answers its requests. */
export function route<Row extends RouteRow>(
  row: Row,
  respond: (request: ApiRequest<Row>) => Promise<Answer> | Answer,
): Route {
  return {
    row,
    respond: async (event, invocation) => {
      const request = {
        ...event.parts,
        account: event.account,
        releaseBody: (): void => {
          event.body = null;
          event.parts.body = undefined;
          request.body = undefined;
        },
        secondsToWait: () => secondsToWait(invocation),
      };
      // The chain has authenticated the event and parsed its parts with this very row's schemas before it comes here.
      return respond(request as ApiRequest<Row>);
    },
  };
}
