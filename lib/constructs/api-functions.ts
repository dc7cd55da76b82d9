/** The functions behind the API: split by what they do to documents, not by route. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { OperationId } from '../../lambdas/api/routes/routes.ts';
import type { DataAccess } from './data-access.ts';
import type { Identity } from './identity.ts';
import { ServiceFunction } from './service-function.ts';
import type { FunctionPlatform } from './service-function.ts';
import type { AslStateMachine } from './state-machine.ts';

export interface ApiFunctionsProps {
  readonly platform: FunctionPlatform;
  readonly access: DataAccess;
  readonly identity: Identity;
  readonly processDocument: AslStateMachine;
}

/** Routes that open the document when they are asked: the function with the parsers answers them. */
export const RENDERED: readonly OperationId[] = ['getPageImage', 'getPdf', 'getSplitPdf', 'getSubPdf'];

/** API Gateway gives up after 29 s. */
const LONGEST_ANSWER = Duration.seconds(29);
/** What takes longer to render is answered 503; the function works on, keeps the file, and the next call finds it. */
const LONGEST_RENDERING = Duration.minutes(5);
const AUTHORISING = Duration.seconds(10);

/** Whose key it is, and the request that is asked for. */
const CALLER_ROWS = ['API_KEY_HASH#*', 'ACCOUNT#*', 'DEPLOYMENT'];

export class ApiFunctions extends Construct {
  readonly api: ServiceFunction;
  readonly renderApi: ServiceFunction;
  readonly authorizer: ServiceFunction;

  constructor(scope: Construct, id: string, { platform, access, identity, processDocument }: ApiFunctionsProps) {
    super(scope, id);
    const { limits, data } = platform.settings;
    this.api = new ServiceFunction(this, 'Api', {
      platform,
      entry: 'api',
      workload: 'api',
      timeout: LONGEST_ANSWER,
      failureMeans: 'Clients get 500 or 503: documents cannot be sent, results cannot be fetched.',
    });
    this.renderApi = new ServiceFunction(this, 'RenderApi', {
      platform,
      entry: 'render-api',
      workload: 'parsers',
      timeout: LONGEST_RENDERING,
      failureMeans: 'Clients get 500 or 503 for page images and PDFs; everything else works.',
    });
    this.authorizer = new ServiceFunction(this, 'Authorizer', {
      platform,
      entry: 'authorizer',
      workload: 'light',
      timeout: AUTHORISING,
      failureMeans: 'Nobody is let in: every request is answered 500.',
    });
    for (const answering of [this.api, this.renderApi]) {
      identity.allowTokens(answering);
      answering.configure({
        TEARLINE_MAX_WAIT_SECONDS: String(limits.maxWaitSeconds),
        TEARLINE_MAX_UPLOAD_BYTES: String(limits.maxUploadBytes),
        TEARLINE_MAX_PAGES: String(limits.maxPages),
      });
    }
    if (data.documentsKeptDays !== undefined)
      this.api.configure({ TEARLINE_MAX_RETAIN_DAYS: String(data.documentsKeptDays) });
    // What was accepted is a row that is put, an upload that is used up one that is deleted; nothing is changed or looked for.
    access.rows(this.api, ['get', 'put', 'delete']);
    access.files(this.api, ['read', 'write', 'delete', 'list']);
    processDocument.allowStart(this.api, 'TEARLINE_PROCESS_DOCUMENT_ARN');
    access.rows(this.renderApi, ['get'], [...CALLER_ROWS, 'PROCESSING#*']);
    // It opens what strangers sent: of the files it reaches those of the one tenant whose request it answers.
    access.filesOfTenant(this.renderApi);
    access.rows(this.authorizer, ['get'], CALLER_ROWS);
    identity.allowTokens(this.authorizer);
  }
}
