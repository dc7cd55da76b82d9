/** Grants on the table and the files: each gives a function the permission and the configuration, so that neither is forgotten. */
import { Stack } from 'aws-cdk-lib';
import { ArnPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IPrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { TABLE_INDEX } from './data-table.ts';
import type { DataTable } from './data-table.ts';
import { grant } from './permission.ts';
import type { Permission } from './permission.ts';
import type { ServiceFunction } from './service-function.ts';
import { ACCOUNTS_PREFIX } from './storage.ts';
import type { Storage } from './storage.ts';

export interface DataAccessProps {
  readonly key: IKey;
  readonly storage: Storage;
  readonly table: DataTable;
}

const ROW_ACTIONS = {
  get: 'GetItem',
  query: 'Query',
  put: 'PutItem',
  update: 'UpdateItem',
  delete: 'DeleteItem',
  check: 'ConditionCheckItem',
} as const;
export type RowRight = keyof typeof ROW_ACTIONS;
const READ_RIGHTS: readonly RowRight[] = ['get', 'query'];

const FILE_ACTIONS = {
  read: ['s3:GetObject'],
  write: ['s3:PutObject', 's3:AbortMultipartUpload'],
  delete: ['s3:DeleteObject'],
  list: [],
} as const;
export type FileRight = keyof typeof FILE_ACTIONS;

/** Put in place of an account's id from the session's tag. */
const TENANT = '${aws:PrincipalTag/tenant}';

export class DataAccess extends Construct {
  readonly #props: DataAccessProps;
  #tenantRole: Role | undefined;

  constructor(scope: Construct, id: string, props: DataAccessProps) {
    super(scope, id);
    this.#props = props;
  }

  /**
   * Rows of the table.
   * @param partitions  patterns of the partition keys (core: `accountKey`, `processingRequestKey`, …); all where it is absent
   */
  rows(user: ServiceFunction, rights: readonly RowRight[], partitions?: readonly string[]): void {
    const { table } = this.#props.table;
    const conditions =
      partitions === undefined
        ? {}
        : { conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] } } };
    user.allow({
      actions: rights.map((right) => `dynamodb:${ROW_ACTIONS[right]}`),
      resources: [table.tableArn],
      ...conditions,
    });
    this.#encryptRows(user, rights);
  }

  /** Looks rows up by the index, which is not kept apart by tenants. */
  index(user: ServiceFunction): void {
    user.allow({
      actions: ['dynamodb:Query'],
      resources: [`${this.#props.table.table.tableArn}/index/${TABLE_INDEX}`],
    });
  }

  /** Files of all tenants, for what does not know whose document it will be asked for when it starts. */
  files(user: ServiceFunction, rights: readonly FileRight[]): void {
    const why =
      'Files below accounts/ of the one bucket: whose they are is known when the function is asked, not when it is deployed.';
    for (const permission of this.#filePermissions(`${ACCOUNTS_PREFIX}*`, rights, why)) user.allow(permission);
  }

  /** Files of one tenant at a time: the function takes on a role that its session tag `tenant` confines to that account's prefix. */
  filesOfTenant(user: ServiceFunction): void {
    const role = this.#roleOfTenant(user);
    user.allow({ actions: ['sts:AssumeRole', 'sts:TagSession'], resources: [role.roleArn] });
    user.configure({ TEARLINE_DATA_ROLE_ARN: role.roleArn });
  }

  /** DynamoDB uses the key with the caller's permissions; nothing but DynamoDB may use these. */
  #encryptRows(user: ServiceFunction, rights: readonly RowRight[]): void {
    const writes = rights.some((right) => !READ_RIGHTS.includes(right));
    user.allow({
      actions: [
        'kms:Decrypt',
        'kms:DescribeKey',
        ...(writes ? ['kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'] : []),
      ],
      resources: [this.#props.key.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(this).region}.amazonaws.com` } },
    });
  }

  #filePermissions(prefix: string, rights: readonly FileRight[], wildcard: string): Permission[] {
    const { documents } = this.#props.storage;
    const actions = rights.flatMap((right) => [...FILE_ACTIONS[right]]);
    return [
      { actions, resources: [documents.arnForObjects(prefix)], wildcard },
      ...(rights.includes('list')
        ? [
            {
              actions: ['s3:ListBucket'],
              resources: [documents.bucketArn],
              conditions: { StringLike: { 's3:prefix': [prefix] } },
            },
          ]
        : []),
      {
        actions: rights.includes('write') ? ['kms:Decrypt', 'kms:GenerateDataKey'] : ['kms:Decrypt'],
        resources: [this.#props.key.keyArn],
      },
    ];
  }

  /** Made with the first function that takes it on, since a role must trust somebody; each further one is added. */
  #roleOfTenant(user: ServiceFunction): Role {
    // Without the tag, or with others beside it, there is no session.
    const conditions = {
      Null: { 'aws:RequestTag/tenant': 'false' },
      'ForAllValues:StringEquals': { 'aws:TagKeys': ['tenant'] },
    };
    const trusted = new ArnPrincipal(user.role.roleArn).withSessionTags().withConditions(conditions);
    if (this.#tenantRole === undefined) return (this.#tenantRole = this.#makeTenantRole(trusted));
    this.#tenantRole.assumeRolePolicy?.addStatements(
      new PolicyStatement({
        principals: [new ArnPrincipal(user.role.roleArn)],
        actions: ['sts:AssumeRole', 'sts:TagSession'],
        conditions,
      }),
    );
    return this.#tenantRole;
  }

  #makeTenantRole(trusted: IPrincipal): Role {
    const role = new Role(this, 'TenantRole', {
      assumedBy: trusted,
      description: "Reaches the files of the tenant that the session's tag names",
    });
    const why = "Every file below the prefix of the one tenant that the session's tag names.";
    for (const permission of this.#filePermissions(
      `${ACCOUNTS_PREFIX}${TENANT}/*`,
      ['read', 'write', 'delete', 'list'],
      why,
    ))
      grant(role, permission);
    return role;
  }
}
