/** Errors of the caller: credentials, role, rates and limits of the plan. */
import { TearlineError } from './tearline-error.ts';

/** No credentials, or none that can be validated. */
export class UnauthenticatedError extends TearlineError {
  readonly code = 'unauthenticated';
  readonly status = 401;
  readonly title = 'The credentials could not be validated';
}

/** The caller's role has fewer rights than the operation needs. */
export class RoleNotSufficientError extends TearlineError {
  readonly code = 'role_not_sufficient';
  readonly status = 403;
  readonly title = 'The role is not sufficient';
  constructor(role: string, least: string) {
    super(`This needs the role ${least}; the credentials of this request have the role ${role}. Ask an owner.`);
  }
}

/** The account would be left without an owner. */
export class LastOwnerError extends TearlineError {
  readonly code = 'last_owner';
  readonly status = 409;
  readonly title = 'The last owner stays';
  constructor(options?: ErrorOptions) {
    super('The account needs an owner. Make another person an owner first.', options);
  }
}

/** A share link was used for something else than its result. */
export class ShareLinkNotSufficientError extends TearlineError {
  readonly code = 'share_link_not_sufficient';
  readonly status = 403;
  readonly title = 'A share link may not do this';
  constructor() {
    super('A share link gives access to one result: to read and to verify it. Use an API key for anything else.');
  }
}

/** A change that a browser sends with a session's cookie, but not from a page of the service itself. */
export class CrossSiteRequestError extends TearlineError {
  readonly code = 'cross_site_request';
  readonly status = 403;
  readonly title = 'The request does not come from a page of this service';
  constructor() {
    super(
      'A change with the cookie of a session needs the header "X-Tearline: 1" and the origin of the service. Programs ' +
        'send an API key instead.',
    );
  }
}

/** The account is not configured for error reports. */
export class ErrorReportsNotConfiguredError extends TearlineError {
  readonly code = 'error_reports_not_configured';
  readonly status = 403;
  readonly title = 'Error reports are not available for this account';
  constructor() {
    super('The operator has not configured this account for error reports. Use the verification of a result instead.');
  }
}

/** The state of a window of an account's rates. */
interface CountedWindow {
  readonly name: 'second' | 'minute' | 'hour';
  readonly limit: number;
  readonly seconds: number;
  readonly remaining: number;
  readonly reset: number;
}

/** The account has sent as many requests as its plan allows in a second, a minute or an hour. */
export class RateLimitedError extends TearlineError {
  readonly code = 'rate_limited';
  readonly status = 429;
  readonly title = 'Too many requests';
  readonly windows: readonly CountedWindow[];
  /** Whole seconds until requests are accepted again. */
  readonly retryAfter: number;
  constructor(windows: readonly CountedWindow[], retryAfter: number) {
    const full = windows.filter(({ remaining }) => remaining === 0).map(({ name, limit }) => `${limit} in a ${name}`);
    super(`The plan allows ${full.join(' and ')} of such requests. Send the request again after Retry-After.`);
    this.windows = windows;
    this.retryAfter = retryAfter;
  }
}

/** The account's plan has fewer pages left this month than the document has. */
export class PageLimitReachedError extends TearlineError {
  readonly code = 'page_limit_reached';
  readonly status = 402;
  readonly title = "The plan's pages of this month are used up";
}

/** The account's plan has fewer credits left this month than the sub-documents cost. */
export class CreditLimitReachedError extends TearlineError {
  readonly code = 'credit_limit_reached';
  readonly status = 402;
  readonly title = "The plan's credits of this month are used up";
}
