/** The OpenAPI document of one workflow: what can be done with it, with its key in the paths, its name and its limits. */
import type { Plan } from '../../../core/accounts/limits/plan.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { openApiDocument } from './openapi-document.ts';

export interface DescribedWorkflow {
  readonly workflow_id: string;
  readonly workflow_name: string;
}

/** Those of the account's plan and of the host; null: no limit. */
export interface WorkflowLimits extends Plan {
  readonly max_document_bytes: number;
  readonly max_pages: number;
}

type PathItem = NonNullable<OpenApiDocument['paths']>[string];

const KEY_SEGMENT = '/processing/{workflow_key}';
/** Beginnings of the paths that a user of a workflow needs. */
const INCLUDED = [KEY_SEGMENT, '/processing/results/', '/processing/feedback/', '/uploads'];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const isIncluded = (path: string): boolean => INCLUDED.some((beginning) => path.startsWith(beginning));

const namesKey = (parameter: object): boolean => 'name' in parameter && parameter.name === 'workflow_key';

/** The operations of a path without the parameter that the path has as text. */
const withoutKey = (item: PathItem): PathItem => {
  const described = { ...item };
  for (const method of METHODS) {
    const operation = described[method];
    if (operation?.parameters !== undefined)
      described[method] = { ...operation, parameters: operation.parameters.filter((one) => !namesKey(one)) };
  }
  return described;
};

const REF = /"#\/components\/(\w+)\/([^"]+)"/g;

/** The components to which a document refers, directly or through others. */
const componentsOf = (paths: unknown, components: NonNullable<OpenApiDocument['components']>) => {
  const all = components as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const kept: Record<string, Record<string, unknown>> = { securitySchemes: { ...all['securitySchemes'] } };
  const open: unknown[] = [paths];
  for (let part = open.pop(); part !== undefined; part = open.pop())
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(REF)) {
      const component = all[kind]?.[name];
      if (component === undefined || kept[kind]?.[name] !== undefined) continue;
      kept[kind] = { ...kept[kind], [name]: component };
      open.push(component);
    }
  return kept as typeof components;
};

/** Every example of a result is one of this workflow. */
const withOwnExamples = <Value>(value: Value, workflow: DescribedWorkflow): Value =>
  JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'object' && member !== null && 'workflow_id' in member && typeof member.workflow_id === 'string'
      ? { ...member, workflow_id: workflow.workflow_id, ...named(member, workflow) }
      : member,
  ) as Value;

const named = (example: object, { workflow_name: name }: DescribedWorkflow) =>
  'workflow_name' in example ? { workflow_name: name } : {};

/** @param baseUrl  of the service, without a slash at its end */
export const workflowDocument = (
  workflow: DescribedWorkflow,
  limits: WorkflowLimits,
  baseUrl: string,
): OpenApiDocument & { readonly 'x-workflow': DescribedWorkflow & { readonly limits: WorkflowLimits } } => {
  const whole = openApiDocument();
  const paths = Object.fromEntries(
    Object.entries(whole.paths ?? {})
      .filter(([path]) => isIncluded(path))
      .map(([path, item]) => [path.replace(KEY_SEGMENT, `/processing/${workflow.workflow_id}`), withoutKey(item)]),
  );
  const used = withOwnExamples(paths, workflow);
  const tags = new Set(Object.values(used).flatMap((item) => METHODS.flatMap((method) => item[method]?.tags ?? [])));
  return {
    ...whole,
    info: {
      ...whole.info,
      title: `Tearline: ${workflow.workflow_name}`,
      description:
        `The workflow ${workflow.workflow_id}. A document has at most ${limits.max_pages} pages and ` +
        `${limits.max_document_bytes} bytes.\n\n${whole.info.description ?? ''}`,
    },
    servers: [{ url: baseUrl, description: 'This service' }],
    tags: (whole.tags ?? []).filter(({ name }) => tags.has(name)),
    paths: used,
    components: componentsOf(used, whole.components ?? {}),
    'x-workflow': { workflow_id: workflow.workflow_id, workflow_name: workflow.workflow_name, limits },
  };
};
