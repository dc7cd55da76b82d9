/** The document pipeline: the state machine of process-document.asl.json and the functions of its states. */
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { partitionOfTenant } from '../data/data-access.ts';
import type { DataAccess } from '../data/data-access.ts';
import type { EventBus } from '../operations/events.ts';
import type { ParseFunction } from './parse-function.ts';
import { ServiceFunction } from './service-function.ts';
import type { FunctionPlatform, ServiceFunctionProps } from './service-function.ts';
import type { SplitEndpoint } from '../model/split-endpoint.ts';
import { AslStateMachine } from './state-machine.ts';

export interface DocumentPipelineProps {
  readonly platform: FunctionPlatform;
  readonly access: DataAccess;
  readonly endpoint: SplitEndpoint;
  readonly parse: ParseFunction;
  readonly events: EventBus;
}

/**
 * Lambda's maximum. Steps wait for Parse, which may take minutes with a damaged file, and scoring a long document takes
 * many calls to the endpoint.
 */
const LONG = Duration.minutes(15);
const LIGHT = Duration.minutes(1);

const PROCESSING_ROWS = [partitionOfTenant('#PROCESSING#*')];
/** The rows by which a document is listed. */
const DOCUMENT_ROWS = partitionOfTenant('#DOCUMENTS*');
const WORKFLOW_ROWS = partitionOfTenant('#WORKFLOW#*');
/** Slots and waiting requests, which belong to no tenant (core/requests/admission). */
export const ADMISSION_ROWS = ['ADMISSION#*'];
/** The request's row, and that of its account's month. */
const RESERVING_ROWS = [...PROCESSING_ROWS, partitionOfTenant('#MONTHS')];
/** Also the list entry, the usage counter of the hour in which the request finished, and the row of a training document. */
const FINISHING_ROWS = [...RESERVING_ROWS, DOCUMENT_ROWS, partitionOfTenant('#USAGE#*'), WORKFLOW_ROWS];

export class DocumentPipeline extends Construct {
  readonly steps: Readonly<Record<string, ServiceFunction>>;
  readonly machine: AslStateMachine;
  readonly #platform: FunctionPlatform;
  /** By its name: the functions of the last steps must not refer to the state machine, which refers to them. */
  readonly #machineArn: string;

  constructor(scope: Construct, id: string, { platform, access, endpoint, parse, events }: DocumentPipelineProps) {
    super(scope, id);
    const name = `tearline-${platform.settings.stage}-process-document`;
    const step = (name: string, props: Omit<ServiceFunctionProps, 'platform'>): ServiceFunction =>
      new ServiceFunction(this, name, { platform, ...props });
    const inspect = step('Inspect', {
      entry: 'inspect',
      workload: 'light',
      timeout: LONG,
      failureMeans: 'Uploads are accepted, but no document gets past its first step: requests end failed.',
    });
    const readPages = step('ReadPages', {
      entry: 'read-pages',
      workload: 'light',
      timeout: LONG,
      failureMeans: 'Pages cannot be read: requests end failed.',
    });
    const findBoundaries = step('FindBoundaries', {
      entry: 'find-boundaries',
      workload: 'boundaries',
      timeout: LONG,
      failureMeans: 'Documents are read but not split: requests end failed.',
    });
    const buildResults = step('BuildResults', {
      entry: 'build-results',
      workload: 'results',
      timeout: LONG,
      failureMeans: 'Documents are split but their PDFs and texts are not made: requests end failed.',
    });
    const complete = step('Complete', {
      entry: 'complete',
      workload: 'light',
      timeout: LIGHT,
      failureMeans: 'Documents are split but stay in progress: clients wait for results that are there.',
    });
    const recordFailure = step('RecordFailure', {
      entry: 'record-failure',
      workload: 'light',
      timeout: LIGHT,
      failureMeans: 'Failed requests stay in progress: clients wait for an answer that does not come.',
    });
    for (const step of [inspect, readPages, buildResults]) {
      parse.allowInvoke(step);
      step.configure({ TEARLINE_MAX_PAGES: String(platform.settings.limits.maxPages) });
    }
    for (const step of [inspect, readPages, findBoundaries, buildResults]) access.filesOfTenant(step);
    access.filesOfTenant(complete, ['read', 'list']);
    // It reserves pages, and FindBoundaries credits, in the account's month.
    access.rowsOfTenant(inspect, ['get', 'put', 'update'], [...RESERVING_ROWS, DOCUMENT_ROWS]);
    // It writes how many pages it has read, while the request is being processed.
    access.rowsOfTenant(readPages, ['get', 'put', 'check'], PROCESSING_ROWS);
    access.rowsOfTenant(buildResults, ['get'], PROCESSING_ROWS);
    // It reads the workflow's weights from its row.
    access.rowsOfTenant(findBoundaries, ['get', 'update'], [...RESERVING_ROWS, partitionOfTenant()]);
    endpoint.allowInvoke(findBoundaries);
    access.rowsOfTenant(complete, ['get', 'put', 'update'], FINISHING_ROWS);
    // It writes the row of an upload that can be processed again.
    access.rowsOfTenant(recordFailure, ['get', 'put', 'update'], [...FINISHING_ROWS, partitionOfTenant('#UPLOADS')]);
    for (const finisher of [complete, recordFailure]) events.allowPublish(finisher);
    this.steps = {
      Inspect: inspect,
      ReadPages: readPages,
      FindBoundaries: findBoundaries,
      BuildResults: buildResults,
      Complete: complete,
      RecordFailure: recordFailure,
    };
    this.machine = new AslStateMachine(this, 'ProcessDocument', {
      settings: platform.settings,
      key: platform.key,
      file: 'process-document',
      steps: this.steps,
      mapConcurrency: platform.settings.pipeline.chunksPerDocument,
      name,
    });
    this.#platform = platform;
    this.#machineArn = Stack.of(this).formatArn({
      service: 'states',
      resource: 'stateMachine',
      resourceName: name,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    // Whoever ends a request gives its slot back and starts who is next.
    for (const finisher of [complete, recordFailure]) {
      access.rows(finisher, ['query', 'put', 'delete', 'check'], ADMISSION_ROWS);
      this.allowStart(finisher);
    }
  }

  /** Lets a function that has the rows of admission start executions within the limit of documents. */
  allowStart(starter: ServiceFunction): void {
    starter.allow({ actions: ['states:StartExecution'], resources: [this.#machineArn] });
    starter.configure({
      TEARLINE_PROCESS_DOCUMENT_ARN: this.#machineArn,
      TEARLINE_MAX_EXECUTIONS: String(this.#platform.settings.pipeline.documents),
    });
  }
}
