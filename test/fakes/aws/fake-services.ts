/** Services of AWS that do one thing for Tearline, in memory, behind their wire protocols. */
import { FakeWire, jsonAnswer, jsonError } from './fake-wire.ts';
import type { WireAnswer, WireRequest } from './fake-wire.ts';

interface Execution {
  readonly stateMachineArn: string;
  readonly name: string;
  /** JSON. */
  readonly input: string;
}

/** Step Functions: keeps the names of executions, and hands each that is new to `run`. */
interface Outcome {
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly redriveStatus: 'REDRIVABLE' | 'NOT_REDRIVABLE';
  readonly redriveCount: number;
}

interface Asked {
  readonly executionArn: string;
  readonly clientToken?: string;
}

/** Step Functions: names its executions once, and redrives those that broke off. */
export class FakeStepFunctions extends FakeWire {
  readonly executions = new Map<string, Execution>();
  /** ARNs of the executions that were redriven, in order. */
  readonly redriven: string[] = [];
  /** How executions have ended, by name; the others run. */
  readonly outcomes = new Map<string, Outcome>();
  readonly #tokens = new Set<string>();
  readonly #run: (execution: Execution) => void;

  constructor(run: (execution: Execution) => void) {
    super();
    this.#run = run;
  }

  protected answer(request: WireRequest): WireAnswer {
    const asked = JSON.parse(request.body.toString()) as Execution & Asked; // What the client serialised.
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

  #describe({ executionArn }: Asked): WireAnswer {
    const outcome = this.outcomes.get(nameOf(executionArn)) ?? {
      status: 'RUNNING',
      redriveStatus: 'NOT_REDRIVABLE',
      redriveCount: 0,
    };
    return jsonAnswer({ executionArn, startDate: 0, ...outcome });
  }

  #redrive({ executionArn, clientToken = '' }: Asked): WireAnswer {
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

/** EventBridge: takes events, and refuses the first so many with a code, in a 200 answer as it does. */
export class FakeEventBridge extends FakeWire {
  readonly taken: Entry[] = [];
  /** Codes of the next refusals. */
  readonly refusals: string[] = [];

  protected answer(request: WireRequest): WireAnswer {
    const { Entries } = JSON.parse(request.body.toString()) as { Entries: Entry[] }; // What the client serialised.
    const code = this.refusals.shift();
    if (code !== undefined)
      return jsonAnswer({ FailedEntryCount: 1, Entries: [{ ErrorCode: code, ErrorMessage: 'not now' }] });
    this.taken.push(...Entries);
    return jsonAnswer({ FailedEntryCount: 0, Entries: Entries.map((_, at) => ({ EventId: String(at) })) });
  }
}

export interface TakenMail {
  readonly FromEmailAddress: string;
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly ConfigurationSetName?: string;
  /** RFC 5322. */
  readonly message: string;
}

export class FakeSes extends FakeWire {
  readonly taken: TakenMail[] = [];

  protected answer(request: WireRequest): WireAnswer {
    const { Content, ...mail } = JSON.parse(request.body.toString()) as TakenMail & {
      Content: { Raw: { Data: string } };
    }; // What the client serialised.
    this.taken.push({ ...mail, message: Buffer.from(Content.Raw.Data, 'base64').toString() });
    return jsonAnswer({ MessageId: String(this.taken.length) });
  }
}

/** A SageMaker endpoint that hands requests on to a server of the model container's, and says of its refusals what SageMaker says. */
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
