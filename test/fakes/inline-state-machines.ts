/** State machines without a runner: they call the real step handlers one after the other and never wait. */
import type { AttributeValue, StateMachineName, StateMachines } from '../../core/ports.ts';
import type { InspectOutput } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import type { CheckTrainingOutput } from '../../core/workflows/training/steps/check-training.ts';
import type { GateModelOutput } from '../../core/workflows/models/evaluation/gate-model.ts';
import type { MigrationsToAdvance } from '../../core/workflows/migrations/list-migrations.ts';
import type { PrepareTrainingOutput } from '../../core/workflows/training/steps/prepare-training.ts';
import { tenantOf } from '../../lambdas/steps/lambda-step.ts';
import { stepHandlers, STEPS_OF } from '../../lambdas/steps/step-handlers.ts';
import type { StepName } from '../../lambdas/steps/step-handlers.ts';
import { asFunction, asTenantOfFunction } from './access/current-function.ts';

/** Names of the functions in lib/constructs. */
const CONSTRUCTS = {
  'process-document': 'Pipeline',
  'train-workflow': 'Training',
  'migrate-workflows': 'Migrations',
} as const satisfies Record<StateMachineName, string>;

const FUNCTION_OF_STEP = Object.fromEntries(
  Object.entries(STEPS_OF).flatMap(([machine, names]) =>
    names.map((name) => [name, `${CONSTRUCTS[machine as StateMachineName]}${name}`]),
  ),
);

type Input = Readonly<Record<string, AttributeValue>>;
type Steps = ReturnType<typeof stepHandlers>;

interface Execution {
  readonly machine: StateMachineName;
  readonly input: Input;
}

const failureOf = (error: unknown) =>
  error instanceof Error ? { Error: error.name, Cause: error.message } : { Error: 'Error', Cause: String(error) };

export class InlineStateMachines implements StateMachines {
  /** Where false, started executions run only when `runWaiting` is called. */
  runsAtOnce = true;
  service: Service | undefined;
  readonly #started = new Set<string>();
  readonly #waiting: Execution[] = [];

  /** Unlike the adapters, returns when the execution has ended, so that tests need not wait. */
  async start(machine: StateMachineName, executionName: string, input: Input): Promise<void> {
    if (this.#started.has(`${machine}/${executionName}`)) return;
    this.#started.add(`${machine}/${executionName}`);
    if (this.runsAtOnce) await this.#run({ machine, input });
    else this.#waiting.push({ machine, input });
  }

  /** Executions here do not fail half-way: a failure is recorded, or the `start` call itself rejects. */
  resume(machine: StateMachineName, executionName: string, input: Input): Promise<void> {
    return this.start(machine, executionName, input);
  }

  /** Runs what was started while `runsAtOnce` was false. */
  async runWaiting(): Promise<void> {
    for (const execution of this.#waiting.splice(0)) await this.#run(execution);
  }

  async #run({ machine, input }: Execution): Promise<void> {
    if (this.service === undefined) throw new Error('The state machines have no service.');
    const steps = asDeployed(stepHandlers(this.service));
    const run = { 'process-document': processDocument, 'train-workflow': trainWorkflow, 'migrate-workflows': migrate };
    await run[machine](steps, input);
  }
}

/** Each step as its function, with the tenant role for the account that its input names. */
const asDeployed = (steps: Steps): Steps => {
  const deployed = Object.entries(FUNCTION_OF_STEP).map(([name, functionName]) => {
    const handler = steps[name as StepName]; // FUNCTION_OF_STEP has the same names.
    return [
      name,
      (event: unknown) =>
        asFunction(functionName, () => {
          const tenant = tenantOf(event);
          return tenant === undefined ? handler(event) : asTenantOfFunction(tenant, () => handler(event));
        }),
    ];
  });
  return Object.fromEntries(deployed) as Steps;
};

async function processDocument(steps: Steps, input: Input): Promise<void> {
  try {
    const inspected = (await steps.Inspect(input)) as InspectOutput;
    for (const chunk of inspected.chunks) await steps.ReadPages(chunk);
    await steps.FindBoundaries(inspected);
    await steps.BuildResults(input);
    await steps.Complete(input);
  } catch (error) {
    await steps.RecordFailure({ ...input, error: failureOf(error) });
  }
}

/** As the state machine does: a workflow whose move fails is left for the next execution. */
async function migrate(steps: Steps, input: Input): Promise<void> {
  const { workflows } = (await steps.ListMigrations(input)) as MigrationsToAdvance;
  for (const workflow of workflows) await steps.MigrateWorkflow(workflow).catch(() => undefined);
}

async function trainWorkflow(steps: Steps, input: Input): Promise<void> {
  try {
    let prepared = (await steps.PrepareTraining(input)) as PrepareTrainingOutput;
    while (!prepared.prepared) prepared = (await steps.PrepareTraining(prepared)) as PrepareTrainingOutput;
    await steps.StartTraining(input);
    let checked = (await steps.CheckTraining(input)) as CheckTrainingOutput;
    while (checked.job === 'running') checked = (await steps.CheckTraining(input)) as CheckTrainingOutput;
    if (checked.job === 'failed' || checked.job === 'stopped') {
      await steps.RecordTrainingFailure(checked);
      return;
    }
    if (checked.job === 'succeeded') {
      await steps.EvaluateModel(input);
      const { decision } = (await steps.GateModel(input)) as GateModelOutput;
      if (decision === 'go_live') await steps.DeployModel(input);
    }
    await steps.CompleteTraining(input);
  } catch (error) {
    await steps.RecordTrainingFailure({ ...input, error: failureOf(error) });
  }
}
