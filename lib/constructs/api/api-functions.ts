/**
 * The functions behind the API: one for routes that have documents opened, one for what needs no credentials, one for all
 * other routes.
 */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { IDEMPOTENCY_OF_TENANT, PARTITIONS_OF_TENANT } from '../data/data-access.ts';
import type { DataAccess } from '../data/data-access.ts';
import type { Identity } from './identity.ts';
import { ADMISSION_ROWS } from '../functions/document-pipeline.ts';
import type { DocumentPipeline } from '../functions/document-pipeline.ts';
import { plansOf, unitCostsOf } from '../functions/plans.ts';
import type { ParseFunction } from '../functions/parse-function.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { FunctionPlatform } from '../functions/service-function.ts';
import type { SplitEndpoint } from '../model/split-endpoint.ts';
import type { TrainingJobs } from '../model/training-jobs.ts';
import type { AslStateMachine } from '../functions/state-machine.ts';

export interface ApiFunctionsProps {
  readonly platform: FunctionPlatform;
  /** Origins whose web pages may call the API. */
  readonly corsOrigins: readonly string[];
  readonly access: DataAccess;
  readonly identity: Identity;
  readonly pipeline: DocumentPipeline;
  readonly trainWorkflow: AslStateMachine;
  readonly endpoint: SplitEndpoint;
  readonly parse: ParseFunction;
  readonly jobs: TrainingJobs;
}

/** API Gateway's timeout. */
const API_TIMEOUT = Duration.seconds(29);
/**
 * After API Gateway's timeout the client gets 503. The function continues and stores the file for the next request. A claim
 * on a file lasts as long (CLAIM_SECONDS of core/results/rendering-claims.ts).
 */
const RENDER_TIMEOUT = Duration.minutes(5);
const AUTHORIZER_TIMEOUT = Duration.seconds(10);

/** What credentials are looked up by, before their account is known: hashes and ids that nobody can guess. */
const CREDENTIAL_ROWS = ['API_KEY_HASH#*', 'SHARE_TOKEN#*'];
/** Rows by which credentials and people are found, written in one transaction with rows of their account. */
const WRITTEN_CREDENTIALS = [...CREDENTIAL_ROWS, 'MEMBER_ADDRESS#*'];
/** Each account's own partition and no other: `?` is one character of its id. */
const ACCOUNT_ROWS = `ACCOUNT#${'?'.repeat(36)}`;

export class ApiFunctions extends Construct {
  readonly api: ServiceFunction;
  readonly renderApi: ServiceFunction;
  /** Floods without credentials take the executions of this function, and of no other; it may read and write nothing. */
  readonly publicApi: ServiceFunction;
  readonly authorizer: ServiceFunction;

  constructor(scope: Construct, id: string, props: ApiFunctionsProps) {
    super(scope, id);
    const { platform, corsOrigins, access, identity, pipeline, trainWorkflow, endpoint, parse, jobs } = props;
    const { limits, data } = platform.settings;
    this.api = new ServiceFunction(this, 'Api', {
      platform,
      entry: 'api',
      workload: 'api',
      timeout: API_TIMEOUT,
      failureMeans: 'Clients get 500 or 503: documents cannot be sent, results cannot be fetched.',
    });
    this.renderApi = new ServiceFunction(this, 'RenderApi', {
      platform,
      entry: 'render-api',
      workload: 'results',
      timeout: RENDER_TIMEOUT,
      failureMeans: 'Clients get 500 or 503 for page images and PDFs; everything else works.',
    });
    this.authorizer = new ServiceFunction(this, 'Authorizer', {
      platform,
      entry: 'authorizer',
      workload: 'light',
      timeout: AUTHORIZER_TIMEOUT,
      failureMeans: 'Nobody is let in: every request is answered 503.',
    });
    this.publicApi = new ServiceFunction(this, 'PublicApi', {
      platform,
      entry: 'public-api',
      workload: 'api',
      timeout: API_TIMEOUT,
      failureMeans: 'Web pages get no answer to their preflights, and nobody to /health and /openapi.json.',
    });
    if (corsOrigins.length > 0) this.publicApi.configure({ TEARLINE_CORS_ORIGINS: corsOrigins.join(',') });
    for (const apiFunction of [this.api, this.renderApi]) {
      identity.allowTokens(apiFunction);
      apiFunction.configure({
        TEARLINE_MAX_WAIT_SECONDS: String(limits.maxWaitSeconds),
        TEARLINE_MAX_UPLOAD_BYTES: String(limits.maxUploadBytes),
        TEARLINE_MAX_PAGES: String(limits.maxPages),
        ...plansOf(platform.settings),
        ...(corsOrigins.length === 0 ? {} : { TEARLINE_CORS_ORIGINS: corsOrigins.join(',') }),
      });
    }
    if (data.documentsKeptDays !== undefined)
      this.api.configure({ TEARLINE_MAX_RETAIN_DAYS: String(data.documentsKeptDays) });
    this.api.configure(unitCostsOf(platform.settings));
    // Authentication, before the account is known.
    for (const apiFunction of [this.api, this.renderApi]) access.rows(apiFunction, ['get'], CREDENTIAL_ROWS);
    // It puts rows of accepted requests, keys and people, deletes rows of used uploads, updates rows of idempotency keys,
    // and lists by query. What one transaction may write is in one statement: a condition on the keys of several items
    // holds for all of them or not at all.
    const partitions = [...PARTITIONS_OF_TENANT, IDEMPOTENCY_OF_TENANT];
    access.rowsOfTenant(this.api, ['query'], partitions);
    access.rowsOfTenant(this.api, ['get', 'put', 'update', 'delete', 'check'], [...partitions, ...WRITTEN_CREDENTIALS]);
    access.indexOfTenant(this.api);
    // The deletion of the first account.
    access.rowsOfTenant(this.api, ['delete'], ['DEPLOYMENT']);
    access.filesOfTenant(this.api);
    access.rows(this.api, ['get', 'query', 'put', 'delete', 'check'], ADMISSION_ROWS);
    pipeline.allowStart(this.api);
    trainWorkflow.allowStart(this.api, 'TEARLINE_TRAIN_WORKFLOW_ARN');
    // Whoever an account lists can sign in.
    identity.allowUsers(this.api);
    // A cancelled training's job is stopped at once.
    jobs.allowWatch(this.api);
    // A model is tried before it becomes the model in use.
    endpoint.allowInvoke(this.api);
    // It reads the request, notes the key's last use and the rate, counts calls of an account that is not closed, claims
    // the file that it renders, and writes the row of a workflow, of its thumbnail before, and of the request's idempotency
    // key.
    access.rowsOfTenant(this.renderApi, ['get', 'put', 'update', 'delete', 'check'], partitions);
    access.filesOfTenant(this.renderApi);
    parse.allowInvoke(this.renderApi);
    access.rows(this.authorizer, ['get'], [...CREDENTIAL_ROWS, ACCOUNT_ROWS, 'DEPLOYMENT', 'MEMBER_ADDRESS#*']);
    identity.allowTokens(this.authorizer);
  }
}
