/** A state machine from its file in state-machines/, with the function ARNs in place of the placeholders. */
import { readFileSync } from 'node:fs';
import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import { addLogGroup } from './log-group.ts';
import { grant } from '../permission.ts';
import type { ServiceFunction } from './service-function.ts';

export interface AslStateMachineProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  /** Name of the file, without extension. */
  readonly file: string;
  /** Functions by Task state; each replaces the placeholder `${<name>Arn}`. */
  readonly steps: Readonly<Record<string, ServiceFunction>>;
  /** Items of each Map state at a time. Absent: as in the file. */
  readonly mapConcurrency?: number;
  /**
   * Absent: CloudFormation chooses it. Needed where a step starts executions of its own state machine: neither can then
   * refer to the other.
   */
  readonly name?: string;
}

/** The variable of adapters/aws/settings.ts for the ARN of a state machine. */
type MachineVariable =
  'TEARLINE_PROCESS_DOCUMENT_ARN' | 'TEARLINE_TRAIN_WORKFLOW_ARN' | 'TEARLINE_MIGRATE_WORKFLOWS_ARN';

const OWN_EXECUTIONS = 'Executions of this state machine only; their names are known when they start.';

/** The placeholders of the file, without braces: `InspectArn`. */
const placeholdersOf = (definition: string): string[] => [
  ...new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? '')),
];

export class AslStateMachine extends Construct {
  readonly machine: StateMachine;

  /** @throws Error where a placeholder has no step, or a step no placeholder */
  constructor(scope: Construct, id: string, props: AslStateMachineProps) {
    super(scope, id);
    const { settings, key, file, steps, mapConcurrency, name } = props;
    const text = readFileSync(new URL(`../../../state-machines/${file}.asl.json`, import.meta.url), 'utf8');
    const definition = mapConcurrency === undefined ? text : withMapConcurrency(text, mapConcurrency);
    const substitutions = Object.fromEntries(
      Object.entries(steps).map(([name, step]) => [`${name}Arn`, step.function.functionArn]),
    );
    checkSame(file, placeholdersOf(definition), Object.keys(substitutions));
    this.machine = new StateMachine(this, 'Machine', {
      ...(name === undefined ? {} : { stateMachineName: name }),
      definitionBody: DefinitionBody.fromString(definition),
      definitionSubstitutions: substitutions,
      tracingEnabled: true,
      // Without the data of states, which must not be logged.
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
      reason: 'The actions for X-Ray and log delivery support no resource.',
    });
    if (definition.includes('"DISTRIBUTED"')) this.#allowOwnExecutions();
  }

  /** A Distributed Map runs its items as executions of the same state machine. */
  #allowOwnExecutions(): void {
    // A separate policy, because the role's default policy is created before the state machine.
    const policy = new Policy(this, 'OwnExecutions', { roles: [this.machine.role] });
    grant(policy, { actions: ['states:StartExecution'], resources: [this.machine.stateMachineArn] });
    grant(policy, {
      actions: ['states:DescribeExecution', 'states:StopExecution'],
      resources: [this.#executions('/'), this.#executions(':')],
      wildcard: OWN_EXECUTIONS,
    });
    // Where the execution is redriven, it redrives its failed items.
    grant(policy, {
      actions: ['states:RedriveExecution'],
      resources: [this.#executions('/')],
      wildcard: OWN_EXECUTIONS,
    });
  }

  /** @param separator  `:` for executions of the state machine, `/` for those of its Distributed Map */
  #executions(separator: ':' | '/'): string {
    return Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.machine.stateMachineName}${separator}*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /** Lets a function start executions. */
  allowStart(starter: ServiceFunction, variable: MachineVariable): void {
    starter.allow({ actions: ['states:StartExecution'], resources: [this.machine.stateMachineArn] });
    starter.configure({ [variable]: this.machine.stateMachineArn });
  }

  /** Lets a function start executions, read their status, and redrive failed ones. */
  allowResume(sweeper: ServiceFunction, variable: MachineVariable): void {
    this.allowStart(sweeper, variable);
    this.allowRedrive(sweeper);
  }

  /** Lets a function read the status of executions, and redrive failed ones. */
  allowRedrive(sweeper: ServiceFunction): void {
    sweeper.allow({
      actions: ['states:DescribeExecution', 'states:RedriveExecution'],
      resources: [this.#executions(':')],
      wildcard: OWN_EXECUTIONS,
    });
  }
}

/** The definition with this concurrency in each of its Map states; none is inside another. */
const withMapConcurrency = (text: string, concurrency: number): string => {
  // A test validates the file.
  const definition = JSON.parse(text) as { readonly States: Readonly<Record<string, { readonly Type: string }>> };
  const States = Object.fromEntries(
    Object.entries(definition.States).map(([name, state]) => [
      name,
      state.Type === 'Map' ? { ...state, MaxConcurrency: concurrency } : state,
    ]),
  );
  return JSON.stringify({ ...definition, States }, undefined, 2);
};

const checkSame = (file: string, placeholders: readonly string[], functions: readonly string[]): void => {
  const missing = placeholders.filter((name) => !functions.includes(name));
  const unused = functions.filter((name) => !placeholders.includes(name));
  if (missing.length + unused.length > 0)
    throw new Error(
      `${file}.asl.json: placeholders without a function: ${missing.join(', ') || 'none'}; ` +
        `functions without a placeholder: ${unused.join(', ') || 'none'}.`,
    );
};
