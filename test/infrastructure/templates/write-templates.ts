/**
 * Writes the cloud assembly of a stage with stand-ins for the built packages: `node
 * test/infrastructure/templates/write-templates.ts STAGE FOLDER [moto]`. The stage `variants` stands for variants of the settings
 * that have every value of each once.
 * With `moto`: with all optional resources, without those that moto cannot create and without references to them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readStageSettings } from '../../../lib/stages.ts';
import { addStage } from '../../../lib/tearline-app.ts';
import { TearlineStack } from '../../../lib/tearline-stack.ts';
import { writeStandInSite } from './stand-in-site.ts';
import { variantsOfEachValue } from './variants.ts';

const [stage = '', folder = '', target] = process.argv.slice(2);

const standIn = (name: string): string => {
  const path = join(folder, 'packages', name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package.txt'), name);
  return path;
};

interface Template {
  Resources: Record<string, { Type: string; DependsOn?: string | string[]; Properties: Record<string, unknown> }>;
  Outputs?: Record<string, unknown>;
}

/**
 * API Gateway, whose stages moto does not support, and custom resources, for which moto would run functions in Docker.
 * With the outputs that refer to them.
 */
const NOT_IN_MOTO: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'AWS::CloudFormation::Stack': {},
  'AWS::CloudWatch::Alarm': { Arn: 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:none' },
  'AWS::CodeBuild::Project': { Arn: 'arn:aws:codebuild:eu-central-1:123456789012:project/none' },
  'AWS::CloudFront::Distribution': { DomainName: 'web.example' },
  'Custom::CDKContainerImageBuild': { ImageTag: 'not-built' },
  'Custom::CDKBucketDeployment': {},
  'Custom::S3AutoDeleteObjects': {},
  'Custom::AWS': {},
};

/** Attributes of resources that moto leaves out by itself: references to their names resolve, those to these do not. */
const ATTRIBUTES_NOT_IN_MOTO: typeof NOT_IN_MOTO = {
  'AWS::Cognito::UserPool': { Arn: 'arn:aws:cognito-idp:eu-central-1:123456789012:userpool/none' },
};

/** Properties that moto expects in another form than CloudFormation. */
const MISREAD_BY_MOTO: Readonly<Record<string, readonly string[]>> = {
  'AWS::KMS::Key': ['Tags'],
  'AWS::Events::Archive': ['EventPattern'],
};

/** A rule's bus by its name: moto takes the reference for the bus itself, and stumbles over it. */
const nameBuses = ({ Resources }: Template): void => {
  for (const { Type, Properties } of Object.values(Resources)) {
    const { Ref: bus } = (Properties['EventBusName'] ?? {}) as { Ref?: string };
    if (Type === 'AWS::Events::Rule' && bus !== undefined)
      Properties['EventBusName'] = Resources[bus]?.Properties['Name'];
  }
};

const refersTo = (value: unknown, ids: ReadonlySet<string>): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: unknown; 'Fn::GetAtt'?: unknown };
  if (typeof Ref === 'string' && ids.has(Ref)) return true;
  if (Array.isArray(attribute) && typeof attribute[0] === 'string' && ids.has(attribute[0])) return true;
  return Object.values(value).some((inner) => refersTo(inner, ids));
};

const idsOf = (template: Template): [string, string][] =>
  Object.entries(template.Resources).flatMap(([id, { Type }]): [string, string][] =>
    Type in NOT_IN_MOTO ? [[id, Type]] : [],
  );

/** Literal values in place of references to what moto does not have. */
const withStandIns = (template: Template): Template => {
  const attributes = { ...NOT_IN_MOTO, ...ATTRIBUTES_NOT_IN_MOTO };
  const standIns = new Map(
    Object.entries(template.Resources).flatMap(([id, { Type }]) =>
      Object.entries(attributes[Type] ?? {}).map(([name, value]) => [
        JSON.stringify({ 'Fn::GetAtt': [id, name] }),
        value,
      ]),
    ),
  );
  return JSON.parse(
    JSON.stringify(template),
    (_, value: unknown) => standIns.get(JSON.stringify(value)) ?? value,
  ) as Template;
};

const prune = (template: Template): void => {
  const removed = new Set(idsOf(template).map(([id]) => id));
  for (let before = -1; before !== removed.size;) {
    before = removed.size;
    for (const [id, { Properties }] of Object.entries(template.Resources))
      if (refersTo(Properties, removed)) removed.add(id);
  }
  template.Resources = Object.fromEntries(Object.entries(template.Resources).filter(([id]) => !removed.has(id)));
  for (const resource of Object.values(template.Resources)) {
    const misread = MISREAD_BY_MOTO[resource.Type] ?? [];
    resource.Properties = Object.fromEntries(
      Object.entries(resource.Properties).filter(([name]) => !misread.includes(name)),
    );
    if (resource.DependsOn !== undefined)
      resource.DependsOn = [resource.DependsOn].flat().filter((id) => !removed.has(id));
  }
  template.Outputs = Object.fromEntries(
    Object.entries(template.Outputs ?? {}).filter(([, output]) => !refersTo(output, removed)),
  );
  process.stdout.write(`left out for moto: ${[...removed].sort().join(', ')}\n`);
};

const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
const outdir = join(folder, 'cdk.out');
const app = new App({ outdir, context, analyticsReporting: false });
const standIns = {
  packages: { light: standIn('light'), parsers: standIn('parsers') },
  site: writeStandInSite(join(folder, 'site')),
};
// Enables the optional resources.
const settings =
  target === 'moto' ? { ...readStageSettings(stage), alwaysOn: { firewall: true, monitoring: true } } : undefined;
const [first = readStageSettings('dev'), ...others] =
  settings !== undefined ? [settings] : stage === 'variants' ? variantsOfEachValue() : [readStageSettings(stage)];
addStage(app, first, standIns);
for (const other of others) new TearlineStack(app, `Tearline-${other.stage}`, { settings: other, ...standIns });
app.synth();
if (settings !== undefined) {
  const path = join(outdir, `Tearline-${settings.stage}.template.json`);
  const template = withStandIns(JSON.parse(readFileSync(path, 'utf8')) as Template);
  nameBuses(template);
  prune(template);
  writeFileSync(path, JSON.stringify(template, undefined, 1));
}
