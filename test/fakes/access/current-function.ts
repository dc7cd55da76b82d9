/** Which function of the deployment is at work, and for which tenant: the credentials that it holds. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AsTenant } from '../../../core/ports.ts';

export interface Holder {
  /** Construct path of the function without slashes, as in intended-permissions.ts: `PipelineInspect`. */
  readonly functionName: string;
  /** Absent: the function's own role. */
  readonly tenant?: string;
}

const current = new AsyncLocalStorage<Holder>();

/** Undefined where a test itself is at work. */
export const currentHolder = (): Holder | undefined => current.getStore();

/** Runs `work` as the test itself, which may do everything. */
export const outsideFunctions = <Result>(work: () => Promise<Result>): Promise<Result> => current.exit(work);

/** Runs `work` as a function of the deployment, with its own role. */
export const asFunction = <Result>(functionName: string, work: () => Promise<Result>): Promise<Result> =>
  current.run({ functionName }, work);

/** Runs `work` with the tenant role of the function that is at work; outside of one, as it is. */
export const asTenantOfFunction: AsTenant = (tenant, work) => {
  const holder = currentHolder();
  return holder === undefined ? work() : current.run({ ...holder, tenant }, work);
};

/** Runs `work` with the own role of the function that is at work, also within a tenant. */
export const asOwnRole = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const holder = currentHolder();
  return holder === undefined ? work() : asFunction(holder.functionName, work);
};
