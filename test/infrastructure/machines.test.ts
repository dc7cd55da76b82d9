import { existsSync, readFileSync } from 'node:fs';
// @ts-expect-error: the package has no types
import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { kebabCase } from '../../lib/constructs/kebab-case.ts';
import { CLAIM_SECONDS } from '../../core/results/rendering-claims.ts';
import { PARSE_LIMIT_MS } from '../../adapters/aws/parsing/remote-parsers.ts';
import { LIGHT_ENTRIES, PARSER_ENTRIES } from '../../lib/packages/package-contents.ts';
import { STEPS_OF } from '../../lambdas/steps/step-handlers.ts';
import { nameOf, readPermissions, spell } from './permissions/read-permissions.ts';
import { CHANGED_PROD, COSTS_OF_PROD, firstDeploymentOf } from './templates/changed-stages.ts';
import { filesIn, synthesise } from './templates/synthesise.ts';
import type { Resource } from './templates/synthesise.ts';

interface Reference {
  readonly Ref: string;
}

const validate = aslValidator as (definition: object) => {
  isValid: boolean;
  errorsText: (separator: string) => string;
};

const { settings, stack, assetWith } = synthesise('prod');
const ofType = (type: string): [string, Resource][] => Object.entries(stack).filter(([, { Type }]) => Type === type);
/** Without those that only work while the stack is deployed. */
const functions = ofType('AWS::Lambda::Function').filter(
  ([id]) =>
    !/^(DeployTimeBuild|Custom(CDKBucketDeployment|S3AutoDeleteObjects)|AWS679f53fac002430cb0da5b7982bd2287)/.test(id),
);
const variablesOf = ({ Properties }: Resource): Readonly<Record<string, unknown>> =>
  (Properties['Environment'] as { Variables: Record<string, unknown> } | undefined)?.Variables ?? {};
/** The function that opens documents. */
const isParse = (id: string): boolean => nameOf(id) === 'ParsingParseFunction';
describe.each([
  ['process-document', 'Pipeline'],
  ['train-workflow', 'Training'],
  ['migrate-workflows', 'Migrations'],
] as const)('the state machine %s', (machine, construct) => {
  const found = ofType('AWS::StepFunctions::StateMachine').find(([id]) => id.startsWith(construct))?.[1].Properties;
  const definition = String(found?.['DefinitionString']);
  const substitutions = found?.['DefinitionSubstitutions'] as Readonly<Record<string, unknown>>;

  it('has the definition of its file, with a function for each placeholder and the concurrency of the settings', () => {
    const inFile = readFileSync(`state-machines/${machine}.asl.json`, 'utf8');
    const expected =
      machine === 'process-document'
        ? inFile.replaceAll(/"MaxConcurrency": \d+/g, `"MaxConcurrency": ${settings.pipeline.chunksPerDocument}`)
        : inFile;
    expect(JSON.parse(definition)).toEqual(JSON.parse(expected));
    expect([...new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))].sort()).toEqual(
      Object.keys(substitutions).sort(),
    );
  });

  // The others have the definitions of their files, which test/unit/lambdas/state-machines-asl.test.ts validates.
  it.runIf(machine === 'process-document')('is valid Amazon States Language with that concurrency', () => {
    const { isValid, errorsText } = validate(JSON.parse(definition) as object);
    expect(errorsText('\n')).toBe('');
    expect(isValid).toBe(true);
  });

  it.each(STEPS_OF[machine])(
    'runs the step %s with the function, the entry and the core function of the same name',
    (step) => {
      const id = (substitutions[`${step}Arn`] as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];
      expect(nameOf(id)).toBe(`${construct}${step}Function`);
      expect(stack[id]?.Properties['Handler']).toBe(`${kebabCase(step)}.handler`);
      for (const file of [`lambdas/entry/${kebabCase(step)}.ts`, `lambdas/steps/${kebabCase(step)}.ts`])
        expect(existsSync(file), file).toBe(true);
      const handler = readFileSync(`lambdas/steps/${kebabCase(step)}.ts`, 'utf8');
      expect(handler).toMatch(new RegExp(`import \\* as core from '../../core/(?:[a-z]+/)+${kebabCase(step)}.ts'`));
      expect(handler).toMatch(new RegExp(`core\\.${step.charAt(0).toLowerCase()}${step.slice(1)}\\(service, `));
    },
  );

  it('is traced and logs its history without the data of states', () => {
    expect(found).toMatchObject({
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false, Destinations: [expect.anything()] },
    });
  });
});

describe('every function', () => {
  it('runs on Node 24, on the processor of the settings, with logs as JSON, and traced unless it opens documents', () => {
    for (const [id, { Properties }] of functions) {
      expect(Properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: [settings.architecture],
        LoggingConfig: { LogFormat: 'JSON' },
      });
      expect(Properties['TracingConfig'], id).toEqual(isParse(id) ? undefined : { Mode: 'Active' });
    }
  });

  it('is an entry of its package, and every entry is a function', () => {
    const entriesOf = (parses: boolean): string[] =>
      functions
        .filter(([id]) => isParse(id) === parses)
        .map(([, { Properties }]) => String(Properties['Handler']).replace('.handler', ''))
        .sort();
    expect(entriesOf(true)).toEqual([...PARSER_ENTRIES].sort());
    expect(entriesOf(false)).toEqual([...LIGHT_ENTRIES].sort());
    const codeOf = (parses: boolean): string[] => [
      ...new Set(
        functions
          .filter(([id]) => isParse(id) === parses)
          .map(([, { Properties }]) => JSON.stringify(Properties['Code'])),
      ),
    ];
    expect([codeOf(true).length, codeOf(false).length]).toEqual([1, 1]);
    expect(codeOf(true)).not.toEqual(codeOf(false));
  });

  it('has a role of its own', () => {
    const roles = functions.map(([, { Properties }]) => spell(Properties['Role']));
    expect(new Set(roles).size).toBe(functions.length);
  });

  it('has only variables of adapters/aws/settings.ts', () => {
    const known = readFileSync('adapters/aws/settings.ts', 'utf8');
    for (const [id, resource] of functions)
      for (const name of Object.keys(variablesOf(resource)))
        expect(known.includes(`${name}:`), `${id} ${name}`).toBe(true);
  });

  it('has the variables of the table, the bucket and the stage', () => {
    for (const [id, resource] of functions.filter(([name]) => !isParse(name)))
      expect(variablesOf(resource), id).toMatchObject({
        TEARLINE_ENVIRONMENT: 'prod',
        TEARLINE_TABLE: expect.anything() as object,
        TEARLINE_BUCKET: expect.anything() as object,
      });
  });

  it('that renders files ends when the claim of what it renders expires: until then nobody renders it again', () => {
    const render = functions.find(([, { Properties }]) => Properties['Handler'] === 'render-api.handler')?.[1];
    expect(render?.Properties['Timeout']).toBe(CLAIM_SECONDS);
  });

  it('that opens documents has no variable, and serves one tenant in each environment where the settings say so', () => {
    const parseIn = (of: typeof stack): Resource | undefined =>
      Object.entries(of).find(([id, { Type }]) => Type === 'AWS::Lambda::Function' && isParse(id))?.[1];
    const shared = synthesise(CHANGED_PROD).stack;
    expect([parseIn(stack), parseIn(shared)].map((parse) => parse?.Properties['Environment'])).toEqual([
      undefined,
      undefined,
    ]);
    expect(parseIn(stack)?.Properties['TenancyConfig']).toEqual({ TenantIsolationMode: 'PER_TENANT' });
    expect(parseIn(shared)?.Properties['TenancyConfig']).toBeUndefined();
    const told = (of: typeof stack): unknown[] =>
      Object.values(of).flatMap((resource) =>
        resource.Type === 'AWS::Lambda::Function' ? (variablesOf(resource)['TEARLINE_PARSE_PER_TENANT'] ?? []) : [],
      );
    expect(told(stack)).toEqual(['true', 'true', 'true', 'true']);
    expect(told(shared)).toEqual(['false', 'false', 'false', 'false']);
  });

  it('that opens documents ends before whoever waits for it in the pipeline', () => {
    const timeoutOf = (name: string): number =>
      Number(functions.find(([id]) => nameOf(id) === name)?.[1].Properties['Timeout']);
    expect(timeoutOf('ParsingParseFunction') * 1000).toBe(PARSE_LIMIT_MS);
    for (const name of ['Inspect', 'ReadPages', 'BuildResults'])
      expect(timeoutOf(`Pipeline${name}Function`)).toBeGreaterThan(timeoutOf('ParsingParseFunction') + 30);
  });

  it('that accepts uploads has the retention of documents if the settings define one', () => {
    const keptDaysIn = (of: typeof stack): unknown[] =>
      Object.entries(of).flatMap(([id, resource]) =>
        id.startsWith('ApiFunctionsApiFunction') ? [variablesOf(resource)['TEARLINE_MAX_RETAIN_DAYS']] : [],
      );
    expect(keptDaysIn(stack)).toEqual([undefined]);
    expect(keptDaysIn(synthesise(CHANGED_PROD).stack)).toEqual(['90']);
  });

  it('that answers with usage or lists costs, and no other, has the unit costs of the estimate if the settings define them', () => {
    const unitCostsIn = (of: typeof stack): unknown[] =>
      Object.entries(of).flatMap(([id, resource]) => {
        const value = variablesOf(resource)['TEARLINE_ESTIMATED_COST'];
        return typeof value === 'string' ? [[nameOf(id), JSON.parse(value)]] : [];
      });
    expect(unitCostsIn(stack).toSorted()).toEqual([
      ['ApiFunctionsApiFunction', COSTS_OF_PROD],
      ['OperationsManageAccountsFunction', COSTS_OF_PROD],
    ]);
    expect(unitCostsIn(synthesise(CHANGED_PROD).stack)).toEqual([]);
  });

  it('that opens documents or joins results has the memory and storage for it', () => {
    const sized = functions.filter(([, { Properties }]) => Properties['EphemeralStorage'] !== undefined);
    const { parsers, results } = settings.functions;
    expect(
      Object.fromEntries(
        sized.map(([id, { Properties }]) => [
          nameOf(id),
          [Properties['MemorySize'], (Properties['EphemeralStorage'] as { Size: number }).Size],
        ]),
      ),
    ).toEqual({
      ParsingParseFunction: [parsers.memoryMb, parsers.storageMb],
      ApiFunctionsRenderApiFunction: [results.memoryMb, results.storageMb],
      PipelineBuildResultsFunction: [results.memoryMb, results.storageMb],
    });
  });

  it.each([
    ['PipelineFindBoundariesFunction', 'find-boundaries'],
    ['TrainingPrepareTrainingFunction', 'prepare-training'],
  ])('%s has the light package, with the memory for page records', (name, entry) => {
    const found = functions.find(([id]) => nameOf(id) === name)?.[1].Properties;
    expect(found).toMatchObject({
      Handler: `${entry}.handler`,
      MemorySize: settings.functions.boundaries.memoryMb,
    });
    expect(LIGHT_ENTRIES).toContain(entry);
  });

  it('has reserved concurrency in prod where documents take many executions, and none in dev', { tags: 'slow' }, () => {
    const reservedIn = (resources: typeof stack): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(resources).flatMap(([id, { Properties }]) =>
          Properties['ReservedConcurrentExecutions'] === undefined
            ? []
            : [[nameOf(id), Properties['ReservedConcurrentExecutions']]],
        ),
      );
    expect(reservedIn(stack)).toEqual({
      ApiFunctionsApiFunction: 140,
      ApiFunctionsRenderApiFunction: 40,
      ApiFunctionsPublicApiFunction: 20,
      ParsingParseFunction: 300,
      PipelineInspectFunction: 80,
      PipelineReadPagesFunction: 180,
      PipelineBuildResultsFunction: 40,
    });
    expect(reservedIn(synthesise('dev').stack)).toEqual({});
  });

  it('that opens documents or joins results has reserved concurrency in prod, and all leave room in a quota of 1,000', () => {
    const reserved: Readonly<Record<string, number>> = settings.reservedConcurrency ?? {};
    for (const [id] of functions.filter(([, { Properties }]) => Properties['EphemeralStorage'] !== undefined))
      expect(reserved[nameOf(id).replace(/^(?:ApiFunctions|Parsing|Pipeline)|Function$/g, '')], id).toBeGreaterThan(0);
    // AWS requires 100 unreserved executions; the light functions need some too.
    expect(Object.values(reserved).reduce((sum, executions) => sum + executions, 0)).toBeLessThanOrEqual(800);
  });

  it('behind the API ends before the timeout of API Gateway', () => {
    const timeouts = Object.fromEntries(
      functions
        .filter(([id]) => id.startsWith('ApiFunctions'))
        .map(([id, { Properties }]) => [nameOf(id), Properties['Timeout'] as number]),
    );
    expect(Object.keys(timeouts).sort()).toEqual([
      'ApiFunctionsApiFunction',
      'ApiFunctionsAuthorizerFunction',
      'ApiFunctionsPublicApiFunction',
      'ApiFunctionsRenderApiFunction',
    ]);
    for (const name of ['Api', 'PublicApi', 'Authorizer'])
      expect(timeouts[`ApiFunctions${name}Function`], name).toBeLessThanOrEqual(29);
    // Rendering may take longer: it finishes and stores the result for the next request.
    expect(timeouts['ApiFunctionsRenderApiFunction']).toBe(300);
  });

  it('that is invoked asynchronously has a dead-letter queue', () => {
    const asynchronous = functions
      .filter(([, { Properties }]) => Properties['DeadLetterConfig'] !== undefined)
      .map(([id]) => nameOf(id));
    expect(asynchronous.sort()).toEqual([
      'MailMailFeedbackFunction',
      'OperationsResumeUnfinishedFunction',
      'WebhooksDeliverWebhooksFunction',
    ]);
    const rules = ofType('AWS::Events::Rule').filter(([id]) => !id.includes('Archive'));
    expect(rules.length).toBeGreaterThan(2);
    for (const [id, { Properties }] of rules) {
      expect(Properties['Targets'], id).not.toEqual([]);
      for (const target of Properties['Targets'] as object[])
        expect(target, id).toMatchObject({ DeadLetterConfig: { Arn: expect.anything() as object } });
    }
    const subscriptions = ofType('AWS::SNS::Subscription').filter(
      ([, { Properties }]) => Properties['Protocol'] === 'lambda',
    );
    expect(subscriptions.length).toBeGreaterThan(0);
    for (const [id, { Properties }] of subscriptions)
      expect(Properties['RedrivePolicy'], id).toMatchObject({ deadLetterTargetArn: expect.anything() as object });
  });
});

describe('the split endpoint', () => {
  const variants = (of: ReturnType<typeof synthesise>) =>
    Object.values(of.stack).find(({ Type }) => Type === 'AWS::SageMaker::EndpointConfig')?.Properties;
  it('is serverless by default', () => {
    expect(variants(synthesise('dev'))?.['ProductionVariants']).toEqual([
      expect.objectContaining({ ServerlessConfig: { MemorySizeInMB: 3072, MaxConcurrency: 5 } }),
    ]);
  });

  it('has two or more instances with encrypted volumes where the settings define it', () => {
    expect(variants(synthesise(CHANGED_PROD))).toMatchObject({
      KmsKeyId: expect.anything() as object,
      ProductionVariants: [{ InstanceType: 'ml.c6i.large', InitialInstanceCount: 2 }],
    });
  });

  it('has its mode in its name, so that a change of mode replaces it, and is used once it is in service', () => {
    const realtime = synthesise(CHANGED_PROD);
    const named = ({ stack: of }: Pick<ReturnType<typeof synthesise>, 'stack'>) => {
      const [[id, endpoint] = []] = Object.entries(of).filter(([, { Type }]) => Type === 'AWS::SageMaker::Endpoint');
      const name = String(endpoint?.Properties['EndpointName']);
      const asked = Object.values(of)
        .filter(({ Type, Properties }) => Type === 'AWS::Lambda::Function' && 'Environment' in Properties)
        .flatMap((resource) => variablesOf(resource)['TEARLINE_ENDPOINT'] ?? []);
      expect(asked).toEqual([1, 2, 3, 4, 5].map(() => ({ 'Fn::GetAtt': [id, 'EndpointName'] })));
      expect(
        Object.values(of).filter(
          ({ Type, Properties }) =>
            Type === 'AWS::Logs::LogGroup' && Properties['LogGroupName'] === `/aws/sagemaker/Endpoints/${name}`,
        ),
      ).toHaveLength(1);
      return name;
    };
    expect([named({ stack }), named(realtime)]).toEqual(['tearline-prod-serverless', 'tearline-prod-realtime']);
  });

  it('runs the image that is built in the AWS account from the sources of the container only', () => {
    const model = Object.values(stack).find(({ Type }) => Type === 'AWS::SageMaker::Model')?.Properties;
    expect(spell((model?.['PrimaryContainer'] as { Image: unknown }).Image)).toMatch(
      /ModelImageRepository.*:ModelImageBuild/,
    );
    const sources = filesIn(assetWith('model-container'));
    expect(sources).toEqual(
      expect.arrayContaining([
        'model-container/Dockerfile',
        'model-container/start.ts',
        'model-container/weights/base.json',
        'core/documents/page-record.ts',
      ]),
    );
    expect(sources.filter((file) => !file.startsWith('model-container/'))).toEqual([
      'core/documents/page-record.ts',
      'core/lists-fit.ts',
      'core/splitting/fit-density.ts',
    ]);
  });
});

describe('A stage with a mail domain and a budget', () => {
  const { stack: generous } = synthesise(CHANGED_PROD);
  const only = (of: typeof stack, type: string): Resource[] => Object.values(of).filter(({ Type }) => Type === type);

  it('sends mail from that domain; without one, a stage sends from the address of the administrator, if any', () => {
    expect(only(generous, 'AWS::SES::EmailIdentity')).toMatchObject([{ Properties: { EmailIdentity: 'example.com' } }]);
    expect(only(generous, 'AWS::SES::EmailIdentity')[0]?.Condition).toBeUndefined();
    expect(only(stack, 'AWS::SES::EmailIdentity')).toMatchObject([
      { Properties: { EmailIdentity: { Ref: 'AdminEmail' } }, Condition: expect.stringContaining('Given') as string },
    ]);
  });

  it('does not create a sender identity that exists in SES, and sends from it', { tags: 'slow' }, () => {
    const { stack: second } = synthesise(firstDeploymentOf('prod'));
    expect(only(second, 'AWS::SES::EmailIdentity')).toEqual([]);
    expect(readPermissions(second)['TrainingCompleteTrainingRole']).toEqual(
      readPermissions(stack)['TrainingCompleteTrainingRole'],
    );
  });

  it('has warnings before the budget is spent; without a budget, a stage has none', () => {
    expect(only(generous, 'AWS::Budgets::Budget')).toMatchObject([
      { Properties: { Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' } } } },
    ]);
    expect(only(stack, 'AWS::Budgets::Budget')).toEqual([]);
  });

  it('creates its first administrator only where an address is given', () => {
    expect(only(stack, 'AWS::Cognito::UserPoolUser')).toMatchObject([
      { Properties: { Username: { Ref: 'AdminEmail' } }, Condition: expect.stringContaining('Given') as string },
    ]);
  });
});

describe('trainings', () => {
  it('have their own role, the key of the stage and the instance type of the settings', () => {
    const start = functions.find(([id]) => id.startsWith('TrainingStartTraining'))?.[1];
    if (start === undefined) throw new Error('no StartTraining');
    const variables = variablesOf(start);
    expect(spell(variables['TEARLINE_TRAINING_ROLE_ARN'])).toBe('TrainingJobsRole');
    expect(spell(variables['TEARLINE_TRAINING_KEY_ARN'])).toBe('DataKey');
    expect(variables['TEARLINE_TRAINING_INSTANCE']).toBe(settings.training.instanceType);
  });
});

describe('alarms', () => {
  const alarms = ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => ({
    name: String(Properties['AlarmName']),
    description: String(Properties['AlarmDescription']),
    actions: Properties['AlarmActions'],
  }));

  it('describe the effect on users and link to a runbook', () => {
    expect(alarms.length).toBeGreaterThan(40);
    for (const { name, description, actions } of alarms) {
      expect(description, name).toMatch(/^[A-Z].+\. What to do: \S+#[a-z0-9-]+$/);
      expect(description.endsWith(`#${name.replace('tearline-prod-', '')}`), name).toBe(true);
      expect(actions, name).toHaveLength(1);
    }
  });

  it('may publish to every topic of theirs that has its own policy', () => {
    const admitting = {
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    };
    const topics = new Set(
      ofType('AWS::CloudWatch::Alarm')
        .flatMap(([, { Properties }]) => [
          ...(Properties['AlarmActions'] as Reference[]),
          ...(Properties['OKActions'] as Reference[]),
        ])
        .map(({ Ref }) => Ref),
    );
    expect(topics.size).toBeGreaterThan(0);
    for (const topic of topics) {
      const [, policy] =
        ofType('AWS::SNS::TopicPolicy').find(([, { Properties }]) =>
          (Properties['Topics'] as Reference[]).some(({ Ref }) => Ref === topic),
        ) ?? [];
      expect(policy?.Properties['PolicyDocument'], topic).toMatchObject({
        Statement: expect.arrayContaining([
          expect.objectContaining({ ...admitting, Resource: { Ref: topic } }),
        ]) as object[],
      });
    }
  });

  it('cover every function, state machine and queue, and API Gateway', () => {
    const names = alarms.map(({ name }) => name.replace('tearline-prod-', ''));
    for (const [id] of functions)
      expect(
        names.some(
          (name) =>
            name.endsWith('-fails') && id.toLowerCase().includes(name.replace('-fails', '').replaceAll('-', '')),
        ),
        id,
      ).toBe(true);
    expect(names).toEqual(
      expect.arrayContaining([
        'process-document-execution-failed',
        'train-workflow-execution-failed',
        'mail-feedback-undelivered',
        'resume-unfinished-undelivered',
        'api-server-errors',
        'split-endpoint-errors',
      ]),
    );
  });
});
