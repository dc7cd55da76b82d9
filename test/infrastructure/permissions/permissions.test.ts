import { Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import type { Table } from '../../../core/ports.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { grant } from '../../../lib/constructs/permission.ts';
import { PARSER_ENTRIES } from '../../../lib/packages/package-contents.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import type { FakeService } from '../../fakes/fake-service.ts';
import { MULTIPART, uploadBody } from '../../service/harness/multipart-body.ts';
import { startTestApi } from '../../service/harness/test-api.ts';
import type { TestApi } from '../../service/harness/test-api.ts';
import { createWorkflow, sendFiles } from '../../service/workflows/training-data-client.ts';
import { CHANGED_PROD } from '../templates/changed-stages.ts';
import { INTENDED_PERMISSIONS, CREATED_BY_LIBRARIES } from './intended-permissions.ts';
import { nameOf, readPermissions, statementsOf } from './read-permissions.ts';
import { synthesise } from '../templates/synthesise.ts';

interface Reference {
  readonly 'Fn::GetAtt': readonly [string, string];
}

const ACTIONS = { put: 'PutItem', update: 'UpdateItem', delete: 'DeleteItem', check: 'ConditionCheckItem' } as const;

/** Records the actions that DynamoDB would check. */
const recordUse = (service: FakeService): ReadonlySet<string> => {
  const used = new Set<string>();
  const { table } = service;
  const recording: Table = {
    get: (key) => {
      used.add('dynamodb:GetItem');
      return table.get(key);
    },
    query: (query) => {
      used.add('dynamodb:Query');
      return table.query(query);
    },
    write: (operations) => {
      for (const operation of operations)
        for (const [kind, action] of Object.entries(ACTIONS)) if (kind in operation) used.add(`dynamodb:${action}`);
      return table.write(operations);
    },
  };
  Object.assign(service, { table: recording });
  return used;
};

const { settings, stack, gateway } = synthesise('prod');
const permissions = { ...readPermissions(stack), ...readPermissions(gateway) };

/** A document is added only where its workflow and its collection still exist. */
const addsTrainingDocument = async (api: TestApi): Promise<void> => {
  const workflow = await createWorkflow(api);
  const fields = { upload_mode: 'already_split', collection: 'letters' };
  expect((await sendFiles(api, workflow, [writeFakeDocument({ pages: 1 })], fields)).status).toBe(201);
};

describe('Permissions', () => {
  it('are listed for exactly the existing roles', () => {
    expect(Object.keys(permissions).sort()).toEqual(Object.keys(INTENDED_PERMISSIONS).sort());
  });

  it.each(Object.entries(INTENDED_PERMISSIONS))('of %s are exactly those listed', (role, intended) => {
    expect(permissions[role]).toEqual(intended.map((line) => line.replaceAll('<stage>', settings.stage)).sort());
  });

  it('have no wildcard in actions, except those that a library grants', () => {
    const open = [...statementsOf(stack), ...statementsOf(gateway)].filter(
      ({ role, statement }) => !CREATED_BY_LIBRARIES.test(role) && JSON.stringify(statement.Action).includes('*'),
    );
    expect(open).toEqual([]);
  });

  it('of each tenant role can be used by its function alone, with the tag `tenant` and no other', () => {
    const roles = Object.entries(stack)
      .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
      .map(([id, { Properties }]) => ({ name: nameOf(id), properties: Properties }))
      .filter(({ name }) => name.endsWith('TenantRole'));
    expect(roles.length).toBeGreaterThan(10);
    for (const { name, properties } of roles) {
      const { Statement: trust } = properties['AssumeRolePolicyDocument'] as {
        Statement: { Action: unknown; Principal: { AWS: Reference }; Condition: unknown }[];
      };
      expect(trust.map(({ Principal }) => nameOf(Principal.AWS['Fn::GetAtt'][0]))).toEqual(
        trust.map(() => name.replace('TenantRole', 'Role')),
      );
      expect(trust.map(({ Condition }) => Condition)).toEqual(
        trust.map(() => ({
          Null: { 'aws:RequestTag/tenant': 'false' },
          'ForAllValues:StringEquals': { 'aws:TagKeys': ['tenant'] },
        })),
      );
      const takers = Object.keys(permissions).filter((role) =>
        permissions[role]?.some((line) => line.startsWith('sts:') && line.endsWith(` → ${name}`)),
      );
      expect(takers).toEqual([name.replace('TenantRole', 'Role')]);
    }
  });

  it('of the functions that act for tenants reach rows and files of a tenant through the tenant role alone', () => {
    const acting = Object.entries(permissions).filter(([, lines]) =>
      lines.some((line) => line.startsWith('sts:AssumeRole')),
    );
    expect(acting.length).toBeGreaterThan(10);
    for (const [role, lines] of acting) {
      // Slots and waiting requests belong to no tenant.
      const data = lines.filter((line) => /^(dynamodb|s3):/.test(line) && !line.endsWith('[LeadingKeys: ADMISSION#*]'));
      const credentials = 'dynamodb:GetItem → Table [LeadingKeys: API_KEY_HASH#*, SHARE_TOKEN#*]';
      expect(data, role).toEqual(role.startsWith('ApiFunctions') ? [credentials] : []);
    }
  });

  it('on rows and files include the use of the key that encrypts them: DynamoDB and S3 ask for it with the permissions of the caller', () => {
    const uses = (role: string, action: string, service: string): boolean =>
      (permissions[role] ?? []).some(
        (line) =>
          new RegExp(`${action}\\b.* → DataKey`).test(line) &&
          (line.includes(`ViaService: ${service}.`) || line.endsWith('DataKey')),
      );
    const needs = [
      [/dynamodb:\w+/, 'kms:Decrypt', 'dynamodb'],
      [/dynamodb:(?:Put|Update|Delete)Item/, 'kms:GenerateDataKey', 'dynamodb'],
      [/s3:GetObject.* → StorageDocuments/, 'kms:Decrypt', 's3'],
      [/s3:PutObject.* → StorageDocuments/, 'kms:GenerateDataKey', 's3'],
      [/sqs:SendMessage/, 'kms:GenerateDataKey', 'sqs'],
    ] as const;
    const lacking = Object.entries(permissions).flatMap(([role, lines]) =>
      needs
        .filter(([calls, action, service]) => lines.some((line) => calls.test(line)) && !uses(role, action, service))
        .map(([, action, service]) => `${role}: ${action} for ${service}`),
    );
    expect(lacking).toEqual([]);
  });

  it('to write rows are in one statement of each role: a transaction may be asked for with all of its keys together', () => {
    const writing = (action: string, lines: readonly string[]): readonly string[] =>
      // The row of the first account is deleted alone.
      lines.filter(
        (line) =>
          new RegExp(`^dynamodb:.*${action}.* → Table`).test(line) && !line.endsWith('[LeadingKeys: DEPLOYMENT]'),
      );
    const writers = Object.values(permissions).filter((lines) => writing('PutItem', lines).length === 1);
    expect(writers.length).toBeGreaterThan(10);
    for (const [role, lines] of Object.entries(permissions))
      for (const action of Object.values(ACTIONS))
        expect(writing(action, lines).length, `${role} ${action}`).toBeLessThanOrEqual(1);
  });

  it('of the API on rows are exactly those that its routes use', async () => {
    const api = await startTestApi();
    api.service.stateMachines.runsAtOnce = false;
    const used = recordUse(api.service);
    const process = (headers: Record<string, string>, body: Uint8Array | string) =>
      api.call({ method: 'POST', url: `/processing/${GENERIC_WORKFLOW_ID}?wait_for=0`, headers, body });
    const upload = uploadBody(writeFakeDocument({ pages: 1 }));
    const once = { ...MULTIPART, 'Idempotency-Key': 'one' };
    const { processing_id } = (await process(once, upload)).json<{ processing_id: string }>();
    expect((await process(once, upload)).status).toBe(202);
    const json = { 'Content-Type': 'application/json' };
    expect(
      (
        await api.call({
          method: 'POST',
          url: '/uploads',
          headers: json,
          body: '{"file_name":"a.pdf","content_type":"application/pdf","size":9}',
        })
      ).status,
    ).toBe(201);
    expect((await process(json, JSON.stringify({ upload_id: processing_id }))).status).toBe(422);
    expect((await api.call({ url: `/processing/results/${processing_id}?wait_for=0` })).status).toBe(202);
    await addsTrainingDocument(api);
    expect((await api.call({ url: '/account/webhooks' })).status).toBe(200);
    expect((await api.call({ url: '/account/api-keys' })).status).toBe(200);
    const key = '{"name":"k","role":"member","expires_at":"2100-01-01T00:00:00Z"}';
    expect((await api.call({ method: 'POST', url: '/account/api-keys', headers: json, body: key })).status).toBe(201);
    const link = JSON.stringify({ processing_id, expires_at: '2027-01-01T00:00:00Z' });
    expect((await api.call({ method: 'POST', url: '/share-tokens', headers: json, body: link })).status).toBe(201);
    const allowed = (permissions['ApiFunctionsApiTenantRole'] ?? [])
      .filter((line) => line.startsWith('dynamodb:') && line.includes(' → Table ['))
      .flatMap((line) => line.split(' → ')[0]?.split(' ') ?? []);
    expect([...new Set(allowed)].sort()).toEqual([...used].sort());
  });

  it('of the function that opens documents are to write its logs, and nothing else', () => {
    const opening = Object.values(stack)
      .filter(
        ({ Type, Properties }) =>
          Type === 'AWS::Lambda::Function' &&
          PARSER_ENTRIES.some((entry) => Properties['Handler'] === `${entry}.handler`),
      )
      .map(({ Properties }) => nameOf((Properties['Role'] as Reference)['Fn::GetAtt'][0]));
    expect(opening).toEqual(['ParsingParseRole']);
    const shared = synthesise(CHANGED_PROD).stack;
    expect(readPermissions(shared)['ParsingParseRole']?.map((line) => line.split(' → '))).toEqual([
      ['logs:CreateLogStream logs:PutLogEvents', 'ParsingParseLogs'],
    ]);
  });

  it('of functions that wait for it are limited to their rows, their tenant and their logs', () => {
    const waiting = Object.entries(permissions).filter(([, lines]) =>
      lines.some((line) => line === 'lambda:InvokeFunction → ParsingParseFunction'),
    );
    expect(waiting.map(([role]) => role).sort()).toEqual([
      'ApiFunctionsRenderApiRole',
      'PipelineBuildResultsRole',
      'PipelineInspectRole',
      'PipelineReadPagesRole',
    ]);
    for (const [role, lines] of waiting)
      expect(
        lines.filter((line) => !/^(dynamodb:|kms:|logs:|xray:|sts:|lambda:InvokeFunction → ParsingParse)/.test(line)),
        role,
      ).toEqual([]);
  });
});

describe('a grant', () => {
  const role = new Role(new Stack(), 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });

  it('is refused for an action with a wildcard', () => {
    expect(() => {
      grant(role, { actions: ['s3:*'], resources: [] });
    }).toThrow('must be named without wildcards');
  });

  it('is refused for a resource with a wildcard without a reason', () => {
    const permission = { actions: ['s3:GetObject'], resources: ['arn:aws:s3:::bucket/*'] };
    expect(() => {
      grant(role, permission);
    }).toThrow('give a reason for the wildcard of arn:aws:s3:::bucket/*');
    expect(() => {
      grant(role, { ...permission, wildcard: 'Every file of the bucket.' });
    }).not.toThrow();
  });
});
