/**
 * Grants on the table and the files. Each gives a function the permission together with the configuration. A function
 * that acts for a tenant has two roles: its own, and a tenant role, which it assumes for one tenant at a time
 * (docs/decisions/0025).
 */
import { Stack } from 'aws-cdk-lib';
import { ArnPrincipal, Role } from 'aws-cdk-lib/aws-iam';
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

/** Pattern of a partition key of the account, as in core: `partitionOfTenant('#MONTHS')`. Without an argument: its own. */
export const partitionOfTenant = (suffix = ''): string => `ACCOUNT#${TENANT}${suffix}`;
/** All partitions of the account, also those of the index. */
export const PARTITIONS_OF_TENANT: readonly string[] = [partitionOfTenant(), partitionOfTenant('#*')];
/** Answers that are kept for retries. */
export const IDEMPOTENCY_OF_TENANT = `IDEMPOTENCY#${TENANT}#*`;

export class DataAccess extends Construct {
  readonly #props: DataAccessProps;
  readonly #tenantRoles = new Map<ServiceFunction, Role>();

  constructor(scope: Construct, id: string, props: DataAccessProps) {
    super(scope, id);
    this.#props = props;
  }

  /**
   * Grants access to rows, whoever's they are, with the function's own role.
   * @param partitions  patterns of partition keys (core: `accountKey`, `apiKeyHashKey`, …); absent: all
   */
  rows(user: ServiceFunction, rights: readonly RowRight[], partitions?: readonly string[]): void {
    for (const permission of this.#rowPermissions(rights, partitions)) user.allow(permission);
  }

  /** Grants queries on the index with the function's own role: on all of its partitions. */
  index(user: ServiceFunction): void {
    user.allow({ actions: ['dynamodb:Query'], resources: [this.#indexArn()] });
    user.allow(this.#rowKeyPermission(READ_RIGHTS));
  }

  /**
   * Grants access to rows with the function's tenant role.
   * @param partitions  patterns of partition keys: of the tenant (`partitionOfTenant`), or without an account
   */
  rowsOfTenant(user: ServiceFunction, rights: readonly RowRight[], partitions: readonly string[]): void {
    const role = this.#tenantRoleOf(user);
    for (const permission of this.#rowPermissions(rights, partitions)) grant(role, permission);
  }

  /** Grants queries on the tenant's partitions of the index with the function's tenant role. */
  indexOfTenant(user: ServiceFunction): void {
    grant(this.#tenantRoleOf(user), {
      actions: ['dynamodb:Query'],
      resources: [this.#indexArn()],
      ...leadingKeys(PARTITIONS_OF_TENANT),
    });
    grant(this.#tenantRoleOf(user), this.#rowKeyPermission(READ_RIGHTS));
  }

  /** Grants access to the files of all tenants, for functions whose tenant is not known before the request. */
  files(user: ServiceFunction, rights: readonly FileRight[]): void {
    const why = 'Files below accounts/ of the bucket: the account is known at request time, not at deployment.';
    for (const permission of this.#filePermissions(`${ACCOUNTS_PREFIX}*`, rights, why)) user.allow(permission);
  }

  /** Grants access to the tenant's files with the function's tenant role. */
  filesOfTenant(user: ServiceFunction, rights: readonly FileRight[] = ['read', 'write', 'delete', 'list']): void {
    const why = 'All files below the prefix of the one tenant in the session tag.';
    for (const permission of this.#filePermissions(`${ACCOUNTS_PREFIX}${TENANT}/*`, rights, why))
      grant(this.#tenantRoleOf(user), permission);
  }

  #indexArn(): string {
    return `${this.#props.table.table.tableArn}/index/${TABLE_INDEX}`;
  }

  #rowPermissions(rights: readonly RowRight[], partitions?: readonly string[]): Permission[] {
    return [
      {
        actions: rights.map((right) => `dynamodb:${ROW_ACTIONS[right]}`),
        resources: [this.#props.table.table.tableArn],
        ...(partitions === undefined ? {} : leadingKeys(partitions)),
      },
      this.#rowKeyPermission(rights),
    ];
  }

  /** DynamoDB uses the KMS key with the caller's permissions, which are valid only through DynamoDB. */
  #rowKeyPermission(rights: readonly RowRight[]): Permission {
    const writes = rights.some((right) => !READ_RIGHTS.includes(right));
    return {
      actions: [
        'kms:Decrypt',
        'kms:DescribeKey',
        ...(writes ? ['kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'] : []),
      ],
      resources: [this.#props.key.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(this).region}.amazonaws.com` } },
    };
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

  /**
   * The function's tenant role: only this function can assume it, with a session tag `tenant` and no other tag. Its
   * policies name the tenant by that tag, so that a session reaches the data of one tenant.
   */
  #tenantRoleOf(user: ServiceFunction): Role {
    const known = this.#tenantRoles.get(user);
    if (known !== undefined) return known;
    const role = new Role(user, 'TenantRole', {
      assumedBy: new ArnPrincipal(user.role.roleArn).withSessionTags().withConditions({
        Null: { 'aws:RequestTag/tenant': 'false' },
        'ForAllValues:StringEquals': { 'aws:TagKeys': ['tenant'] },
      }),
      description: `${user.node.id}: rows and files of the tenant in the session tag`,
    });
    this.#tenantRoles.set(user, role);
    user.allow({ actions: ['sts:AssumeRole', 'sts:TagSession'], resources: [role.roleArn] });
    user.configure({ TEARLINE_DATA_ROLE_ARN: role.roleArn });
    return role;
  }
}

const leadingKeys = (partitions: readonly string[]): Pick<Permission, 'conditions'> => ({
  conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] } },
});
