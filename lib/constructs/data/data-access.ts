/** Grants on the table and the files. Each gives a function the permission together with the configuration. */
import { Stack } from 'aws-cdk-lib';
import { ArnPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IPrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { TABLE_INDEX } from './data-table.ts';
import type { DataTable } from './data-table.ts';
import { grant } from '../permission.ts';
import type { Permission } from '../permission.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
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

/** IAM policy variable: the account id in the session tag `tenant`. */
const TENANT = '${aws:PrincipalTag/tenant}';

export class DataAccess extends Construct {
  readonly #props: DataAccessProps;
  #tenantRole: Role | undefined;

  constructor(scope: Construct, id: string, props: DataAccessProps) {
    super(scope, id);
    this.#props = props;
  }

  /**
   * Grants access to rows of the table.
   * @param partitions  patterns of partition keys (core: `accountKey`, `processingRequestKey`, …); absent: all
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

  /** Grants queries on the index, which is not partitioned by tenant. */
  index(user: ServiceFunction): void {
    user.allow({
      actions: ['dynamodb:Query'],
      resources: [`${this.#props.table.table.tableArn}/index/${TABLE_INDEX}`],
    });
  }

  /** Grants access to the files of all tenants, for functions whose tenant is not known before the request. */
  files(user: ServiceFunction, rights: readonly FileRight[]): void {
    const why = 'Files below accounts/ of the bucket: the account is known at request time, not at deployment.';
    for (const permission of this.#filePermissions(`${ACCOUNTS_PREFIX}*`, rights, why)) user.allow(permission);
  }

  /** Grants access to one tenant's files at a time: the session tag `tenant` limits the assumed role to its prefix. */
  filesOfTenant(user: ServiceFunction): void {
    const role = this.#roleOfTenant(user);
    user.allow({ actions: ['sts:AssumeRole', 'sts:TagSession'], resources: [role.roleArn] });
    user.configure({ TEARLINE_DATA_ROLE_ARN: role.roleArn });
  }

  /** DynamoDB uses the KMS key with the caller's permissions, which are valid only through DynamoDB. */
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

  /** The role is created with the first function, because a role must trust someone; later functions are added. */
  #roleOfTenant(user: ServiceFunction): Role {
    // A session requires the tag `tenant` and no other tag.
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
      description: 'Access to the files of the tenant in the session tag',
    });
    const why = 'All files below the prefix of the one tenant in the session tag.';
    for (const permission of this.#filePermissions(
      `${ACCOUNTS_PREFIX}${TENANT}/*`,
      ['read', 'write', 'delete', 'list'],
      why,
    ))
      grant(role, permission);
    return role;
  }
}
