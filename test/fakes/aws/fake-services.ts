/** Small AWS services in memory, behind their wire protocols. */
import { FakeWire, jsonAnswer, jsonError } from './fake-wire.ts';
import type { WireAnswer, WireRequest } from './fake-wire.ts';

interface Execution {
  readonly stateMachineArn: string;
  readonly name: string;
  /** JSON. */
  readonly input: string;
}

/** Status of an execution, as DescribeExecution returns it. */
interface Outcome {
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly redriveStatus: 'REDRIVABLE' | 'NOT_REDRIVABLE';
  readonly redriveCount: number;
}

interface RedriveInput {
  readonly executionArn: string;
  readonly clientToken?: string;
}

/** Step Functions: starts each execution name once, and redrives failed executions. */
export class FakeStepFunctions extends FakeWire {
  readonly executions = new Map<string, Execution>();
  /** ARNs of redriven executions, in order. */
  readonly redriven: string[] = [];
  /** Outcomes of executions by name; all others are running. */
  readonly outcomes = new Map<string, Outcome>();
  readonly #tokens = new Set<string>();
  readonly #run: (execution: Execution) => void;

  constructor(run: (execution: Execution) => void) {
    super();
    this.#run = run;
  }

  protected answer(request: WireRequest): WireAnswer {
    const asked = JSON.parse(request.body.toString()) as Execution & RedriveInput; // The SDK client serialised it.
    const action = request.headers['x-amz-target']?.split('.').at(-1);
    if (action === 'DescribeExecution') return this.#describe(asked);
    return action === 'RedriveExecution' ? this.#redrive(asked) : this.#start(asked);
  }

  #start(execution: Execution): WireAnswer {
    if (this.executions.has(execution.name)) return jsonError('ExecutionAlreadyExists', 'Execution Already Exists');
    this.executions.set(execution.name, execution);
    this.#run(execution);
    return jsonAnswer({ executionArn: `${execution.stateMachineArn}:${execution.name}`, startDate: 0 });
  }

  #describe({ executionArn }: RedriveInput): WireAnswer {
    const outcome = this.outcomes.get(nameOf(executionArn)) ?? {
      status: 'RUNNING',
      redriveStatus: 'NOT_REDRIVABLE',
      redriveCount: 0,
    };
    return jsonAnswer({ executionArn, startDate: 0, ...outcome });
  }

  #redrive({ executionArn, clientToken = '' }: RedriveInput): WireAnswer {
    if (this.#tokens.has(clientToken)) return jsonAnswer({ redriveDate: 0 });
    if (this.outcomes.get(nameOf(executionArn))?.redriveStatus !== 'REDRIVABLE')
      return jsonError('ExecutionNotRedrivable', 'Execution is RUNNING and cannot be redriven');
    this.outcomes.delete(nameOf(executionArn));
    this.#tokens.add(clientToken);
    this.redriven.push(executionArn);
    return jsonAnswer({ redriveDate: 0 });
  }
}

const nameOf = (arn: string): string => arn.split(':').at(-1) ?? '';

interface Entry {
  readonly DetailType: string;
  readonly Source: string;
  readonly EventBusName: string;
  readonly Detail: string;
}

/** EventBridge: records events; rejects the first ones with the given error codes, in a 200 response. */
export class FakeEventBridge extends FakeWire {
  readonly published: Entry[] = [];
  /** Error codes of the next rejections. */
  readonly refusals: string[] = [];

  protected answer(request: WireRequest): WireAnswer {
    const { Entries } = JSON.parse(request.body.toString()) as { Entries: Entry[] }; // The SDK client serialised it.
    const code = this.refusals.shift();
    if (code !== undefined)
      return jsonAnswer({ FailedEntryCount: 1, Entries: [{ ErrorCode: code, ErrorMessage: 'not now' }] });
    this.published.push(...Entries);
    return jsonAnswer({ FailedEntryCount: 0, Entries: Entries.map((_, at) => ({ EventId: String(at) })) });
  }
}

export interface SentMail {
  readonly FromEmailAddress: string;
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly ConfigurationSetName?: string;
  /** RFC 5322. */
  readonly message: string;
}

export class FakeSes extends FakeWire {
  readonly sent: SentMail[] = [];

  protected answer(request: WireRequest): WireAnswer {
    const { Content, ...mail } = JSON.parse(request.body.toString()) as SentMail & {
      Content: { Raw: { Data: string } };
    }; // The SDK client serialised it.
    this.sent.push({ ...mail, message: Buffer.from(Content.Raw.Data, 'base64').toString() });
    return jsonAnswer({ MessageId: String(this.sent.length) });
  }
}

/** A SageMaker endpoint that forwards requests to a model server and wraps its errors as SageMaker does. */
export class FakeEndpoint extends FakeWire {
  readonly #url: string;

  constructor(url: string) {
    super();
    this.#url = url;
  }

  protected async answer({ path, headers, body }: WireRequest): Promise<WireAnswer> {
    if (!/^\/endpoints\/[^/]+\/invocations$/u.test(path))
      return jsonError('ValidationError', `Endpoint ${path} not found.`);
    const weights = headers['x-amzn-sagemaker-custom-attributes'];
    const response = await fetch(`${this.#url}/invocations`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        'Content-Type': headers['content-type'] ?? '',
        ...(weights === undefined ? {} : { 'X-Amzn-SageMaker-Custom-Attributes': weights }),
      },
    });
    const text = await response.text();
    if (response.ok) return { status: 200, headers: { 'content-type': 'application/json' }, body: text };
    return jsonError(
      'ModelError',
      `Received client error (${response.status}) from primary with message "${text}".`,
      { OriginalStatusCode: response.status, OriginalMessage: text },
      424,
    );
  }
}
