/** The state machine process-document without a runner: the real step handlers, one after the other. */
import type { AttributeValue, StateMachineName, StateMachines } from '../../core/ports.ts';
import type { Inspected } from '../../core/reading/step-data.ts';
import type { Service } from '../../core/service.ts';
import { stepHandlers } from '../../lambdas/steps/step-handlers.ts';

type Input = Readonly<Record<string, AttributeValue>>;

export class InlineStateMachines implements StateMachines {
  /** Where false, requests stay `queued` until `resume`. */
  runsAtOnce = true;
  service: Service | undefined;
  readonly #started = new Map<string, Input>();
  readonly #waiting: Input[] = [];

  /** Unlike a host's, this returns when the execution has ended, so that tests need not wait. */
  async start(_machine: StateMachineName, executionName: string, input: Input): Promise<void> {
    if (this.#started.has(executionName)) return;
    this.#started.set(executionName, input);
    if (this.runsAtOnce) await this.#run(input);
    else this.#waiting.push(input);
  }

  /** Runs what was started while `runsAtOnce` was false. */
  async resume(): Promise<void> {
    for (const input of this.#waiting.splice(0)) await this.#run(input);
  }

  async #run(input: Input): Promise<void> {
    if (this.service === undefined) throw new Error('The service was not given to the state machines.');
    const steps = stepHandlers(this.service);
    try {
      const inspected = (await steps.Inspect(input)) as Inspected;
      for (const chunk of inspected.chunks) await steps.ReadPages(chunk);
      await steps.FindBoundaries(inspected);
      await steps.BuildResults(input);
      await steps.Complete(input);
    } catch (error) {
      const failure = error instanceof Error ? { Error: error.name, Cause: error.message } : { Error: 'Error', Cause: String(error) };
      await steps.RecordFailure({ ...input, error: failure });
    }
  }
}
