import { Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import type { Table } from '../../core/ports.ts';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import { grant } from '../../lib/constructs/permission.ts';
import { PARSER_ENTRIES } from '../../lib/packages/package-contents.ts';
import { drawFakeDocument } from '../fakes/fake-document.ts';
import type { FakeService } from '../fakes/fake-service.ts';
import { MULTIPART, uploadBody } from '../service/multipart-body.ts';
import { startTestApi } from '../service/test-api.ts';
import { INTENDED_PERMISSIONS, MADE_ELSEWHERE } from './intended-permissions.ts';
import { nameOf, readPermissions, statementsOf } from './read-permissions.ts';
import { synthesise } from './synthesise.ts';

interface Reference {
  readonly 'Fn::GetAtt': readonly [string, string];
}

const ACTIONS = { put: 'PutItem', update: 'UpdateItem', delete: 'DeleteItem', check: 'ConditionCheckItem' } as const;

/** Notes the rights that DynamoDB would ask for. */
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

describe('who may do what', () => {
  it('is written down for each role, and there is no other', () => {
    expect(Object.keys(permissions).sort()).toEqual(Object.keys(INTENDED_PERMISSIONS).sort());
  });

  it.each(Object.entries(INTENDED_PERMISSIONS))(
    '%s may do what is written down, and nothing else',
    (role, intended) => {
      expect(permissions[role]).toEqual(intended.map((line) => line.replaceAll('<stage>', settings.stage)).sort());
    },
  );

  it('names every action: none is a wildcard, but where another library grants it', () => {
    const open = [...statementsOf(stack), ...statementsOf(gateway)].filter(
      ({ role, statement }) => !MADE_ELSEWHERE.test(role) && JSON.stringify(statement.Action).includes('*'),
    );
    expect(open).toEqual([]);
  });

  it('lets the role of a tenant be taken on only with the tenant as its one tag, and only by functions of the stack', () => {
    const role = Object.entries(stack).find(
      ([id, { Type }]) => Type === 'AWS::IAM::Role' && nameOf(id) === 'AccessTenantRole',
    )?.[1];
    const statements = (
      role?.Properties['AssumeRolePolicyDocument'] as {
        Statement: { Principal: { AWS: Reference | Reference[] }; Condition: unknown }[];
      }
    ).Statement;
    expect(statements.map(({ Condition }) => Condition)).toEqual(
      statements.map(() => ({
        Null: { 'aws:RequestTag/tenant': 'false' },
        'ForAllValues:StringEquals': { 'aws:TagKeys': ['tenant'] },
      })),
    );
    const trusted = statements
      .flatMap(({ Principal }) => Principal.AWS)
      .map((principal) => nameOf(principal['Fn::GetAtt'][0]))
      .sort();
    const takers = Object.entries(INTENDED_PERMISSIONS)
      .filter(([, lines]) => lines.some((line) => line.includes('AccessTenantRole')))
      .map(([name]) => name);
    expect([...new Set(trusted)]).toEqual(takers.sort());
  });

  it('lets the API do with rows what its routes do, and no more', async () => {
    const api = await startTestApi();
    api.service.stateMachines.runsAtOnce = false;
    const used = recordUse(api.service);
    const process = (headers: Record<string, string>, body: Uint8Array | string) =>
      api.call({ method: 'POST', url: `/processing/${GENERIC_WORKFLOW_ID}?wait_for=0`, headers, body });
    const upload = uploadBody(drawFakeDocument({ pages: 1 }));
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
    expect(permissions['ApiFunctionsApiRole']).toContain(`${[...used].sort().join(' ')} → Table`);
  });

  it('gives parsers no way to anything but their rows, their tenant and their logs', () => {
    const parsers = Object.values(stack)
      .filter(
        ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties['EphemeralStorage'] !== undefined,
      )
      .map(({ Properties }) => nameOf((Properties['Role'] as Reference)['Fn::GetAtt'][0]));
    expect(parsers).toHaveLength(PARSER_ENTRIES.length);
    for (const parser of parsers) {
      expect(
        permissions[parser]?.filter((line) => !/^(dynamodb:|kms:|logs:|xray:|sts:)/.test(line)),
        parser,
      ).toEqual([]);
    }
  });
});

describe('a grant', () => {
  const role = new Role(new Stack(), 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });

  it('is refused for an action with a wildcard', () => {
    expect(() => {
      grant(role, { actions: ['s3:*'], resources: [] });
    }).toThrow('must be named one by one');
  });

  it('is refused for a resource with a wildcard that nobody has explained', () => {
    const permission = { actions: ['s3:GetObject'], resources: ['arn:aws:s3:::bucket/*'] };
    expect(() => {
      grant(role, permission);
    }).toThrow('say why arn:aws:s3:::bucket/* has a wildcard');
    expect(() => {
      grant(role, { ...permission, wildcard: 'Every file of the bucket is meant.' });
    }).not.toThrow();
  });
});
