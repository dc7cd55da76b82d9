/**
 * The named errors. Each has a stable `code` (snake_case), the HTTP status of the specification, and a `detail`
 * sentence that says what to do. Only lambdas/api/middleware/problem.ts turns errors into HTTP responses.
 */
export abstract class TearlineError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  abstract readonly title: string;
  /** True where the uploaded document is the cause: repeating the request cannot help. */
  readonly causedByDocument: boolean = false;
  /** The processing request that failed, where the error reports its failure. */
  readonly processingId: string | undefined = undefined;
  /** Where in the request a 422 lies, for an error that several parts may cause. */
  readonly loc: readonly string[] | undefined = undefined;

  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = new.target.name;
  }
}

/** One invalid part of a request, as RFC 9457 extension member `errors` of a 422. */
export interface ValidationIssue {
  /** Where: `['body', 'parameters', 'threshold']`, `['query', 'dpi']`, `['path', 'page_num']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** A stable word for the kind of problem, e.g. `too_big`, `missing`, `unrecognized_keys`. */
  readonly type: string;
}

/** Entries of a 422 at most: a request of 2 MB may have a hundred thousand problems, and nobody reads them all. */
const MOST_ISSUES = 100;

/** The request does not fit its schema: 422 with one entry per problem. */
export class ValidationError extends TearlineError {
  readonly code = 'validation_error';
  readonly status = 422;
  readonly title = 'The request is not valid';
  /** The first hundred. */
  readonly issues: readonly ValidationIssue[];
  constructor(issues: readonly ValidationIssue[], options?: ErrorOptions) {
    const shown = issues.slice(0, MOST_ISSUES);
    const sentences = shown.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
    if (issues.length > shown.length) sentences.push(`and ${issues.length - shown.length} more`);
    super(sentences.join('; '), options);
    this.issues = shown;
  }
}
