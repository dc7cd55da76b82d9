/** A state machine from its file in state-machines/, as it is: only the placeholders of its functions are filled in. */
import { readFileSync } from 'node:fs';
import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import { acknowledge } from './acknowledge.ts';
import { addLogGroup } from './log-group.ts';
import { grant } from './permission.ts';
import type { ServiceFunction } from './service-function.ts';

export interface AslStateMachineProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  /** Name of the file, without its ending. */
  readonly file: string;
  /** By the names of the Task states: each fills in `${<name>Arn}`. */
  readonly steps: Readonly<Record<string, ServiceFunction>>;
}

/** The variable of adapters/aws/settings.ts that names a machine. */
type MachineVariable = 'TEARLINE_PROCESS_DOCUMENT_ARN' | 'TEARLINE_TRAIN_WORKFLOW_ARN';

const OWN_EXECUTIONS = 'Executions of this machine alone, whose names are made when they start.';

/** The file's placeholders, without their braces: `InspectArn`. */
const placeholdersOf = (definition: string): string[] => [
  ...new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? '')),
];

export class AslStateMachine extends Construct {
  readonly machine: StateMachine;

  /** @throws Error where a placeholder has no step, or a step no placeholder */
  constructor(scope: Construct, id: string, { settings, key, file, steps }: AslStateMachineProps) {
    super(scope, id);
    const definition = readFileSync(new URL(`../../state-machines/${file}.asl.json`, import.meta.url), 'utf8');
    const substitutions = Object.fromEntries(
      Object.entries(steps).map(([name, step]) => [`${name}Arn`, step.function.functionArn]),
    );
    checkSame(file, placeholdersOf(definition), Object.keys(substitutions));
    this.machine = new StateMachine(this, 'Machine', {
      definitionBody: DefinitionBody.fromString(definition),
      definitionSubstitutions: substitutions,
      tracingEnabled: true,
      // Without the states' data: what an event carried never comes into a log.
      logs: {
        destination: addLogGroup(this, 'Logs', { settings, key }),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
      comment: `Tearline ${settings.stage}: ${file}`,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.machine.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: Object.values(steps).map((step) => step.function.functionArn),
      }),
    );
    acknowledge(this.machine, {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray and the delivery of logs are set up by actions that name no resource.',
    });
    if (definition.includes('"DISTRIBUTED"')) this.#allowOwnExecutions();
  }

  /** A Distributed Map runs its items as executions of this very machine. */
  #allowOwnExecutions(): void {
    // Not in the role's own policy, which is made before the machine.
    const policy = new Policy(this, 'OwnExecutions', { roles: [this.machine.role] });
    grant(policy, { actions: ['states:StartExecution'], resources: [this.machine.stateMachineArn] });
    grant(policy, {
      actions: ['states:DescribeExecution', 'states:StopExecution'],
      resources: [this.#executions('/'), this.#executions(':')],
      wildcard: OWN_EXECUTIONS,
    });
    // Once it is redriven itself, it redrives those of its items that failed.
    grant(policy, {
      actions: ['states:RedriveExecution'],
      resources: [this.#executions('/')],
      wildcard: OWN_EXECUTIONS,
    });
  }

  /** @param separator  `:` for executions of the machine, `/` for those of its Distributed Map */
  #executions(separator: ':' | '/'): string {
    return Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.machine.stateMachineName}${separator}*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /** Lets a function start executions, whose names it chooses. */
  allowStart(starter: ServiceFunction, variable: MachineVariable): void {
    starter.allow({ actions: ['states:StartExecution'], resources: [this.machine.stateMachineArn] });
    starter.configure({ [variable]: this.machine.stateMachineArn });
  }

  /** Lets a function start executions, look what became of them, and let those go on that broke off. */
  allowTakeUp(sweeper: ServiceFunction, variable: MachineVariable): void {
    this.allowStart(sweeper, variable);
    sweeper.allow({
      actions: ['states:DescribeExecution', 'states:RedriveExecution'],
      resources: [this.#executions(':')],
      wildcard: OWN_EXECUTIONS,
    });
  }
}

const checkSame = (file: string, placeholders: readonly string[], given: readonly string[]): void => {
  const missing = placeholders.filter((name) => !given.includes(name));
  const unused = given.filter((name) => !placeholders.includes(name));
  if (missing.length + unused.length > 0)
    throw new Error(
      `${file}.asl.json: no function for ${missing.join(', ') || 'nothing'}, no state for ${unused.join(', ') || 'nothing'}.`,
    );
};
