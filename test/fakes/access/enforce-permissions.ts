/**
 * Stores that refuse what the deployment's roles do not allow, as DynamoDB and S3 do. Only calls of a function
 * (current-function.ts) are checked, not those of a test.
 */
import type { BlobStore, Table, WriteOperation } from '../../../core/ports.ts';
import { keyOf } from '../../../core/storage/operation-key.ts';
import { asOwnRole, currentHolder } from './current-function.ts';
import { isAllowed, roleOf } from './evaluate-policy.ts';
import type { Operation } from './evaluate-policy.ts';

export class AccessDeniedError extends Error {
  override readonly name = 'AccessDenied';
}

const ACTIONS = {
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
} as const;

const actionOf = (operation: WriteOperation): string => {
  const found = Object.entries(ACTIONS).find(([kind]) => kind in operation);
  if (found === undefined) throw new Error('This is not a write operation.');
  return found[1];
};

/** @throws AccessDeniedError */
const check = (operation: Operation): void => {
  const holder = currentHolder();
  if (holder === undefined || isAllowed(holder, operation)) return;
  const { action, resource, condition = '' } = operation;
  throw new AccessDeniedError(
    `${roleOf(holder)} may not ${action} ${resource} ${condition} (tenant ${holder.tenant ?? '-'})`,
  );
};

const row = (action: string, pk: string, resource = 'Table'): void => {
  check({ action, resource, condition: pk });
};
const file = (action: string, key: string): void => {
  check({ action, resource: `StorageDocuments/${key}` });
};
const listing = (prefix: string): void => {
  check({ action: 's3:ListBucket', resource: 'StorageDocuments', condition: prefix });
};

/** Checks every call of the stores of a fake service from now on. */
export const enforcePermissions = ({ table, blobs }: { readonly table: Table; readonly blobs: BlobStore }): void => {
  const rows: Table = {
    get: table.get.bind(table),
    query: table.query.bind(table),
    write: table.write.bind(table),
  };
  Object.assign(table, {
    get: async (...[key]: Parameters<Table['get']>) => {
      row('dynamodb:GetItem', key.pk);
      return rows.get(key);
    },
    query: async (...[asked]: Parameters<Table['query']>) => {
      row('dynamodb:Query', asked.pk, asked.index === undefined ? 'Table' : 'Table/index/by_index');
      return rows.query(asked);
    },
    write: async (...[operations]: Parameters<Table['write']>) => {
      for (const operation of operations) row(actionOf(operation), keyOf(operation).pk);
      return rows.write(operations);
    },
  } satisfies Table);
  const files: Omit<BlobStore, 'presignUpload'> = {
    put: blobs.put.bind(blobs),
    putFile: blobs.putFile.bind(blobs),
    get: blobs.get.bind(blobs),
    head: blobs.head.bind(blobs),
    file: blobs.file.bind(blobs),
    list: blobs.list.bind(blobs),
    deleteAll: blobs.deleteAll.bind(blobs),
  };
  /** S3 answers for an absent file as for one that may not be read; the adapter then lists it. */
  const mayRead = async (key: string): Promise<void> => {
    file('s3:GetObject', key);
    if ((await files.head(key)) === undefined) listing(key);
  };
  Object.assign(blobs, {
    put: async (...given: Parameters<BlobStore['put']>) => {
      file('s3:PutObject', given[0]);
      return files.put(...given);
    },
    putFile: async (...given: Parameters<BlobStore['putFile']>) => {
      file('s3:PutObject', given[0]);
      return files.putFile(...given);
    },
    get: async (...given: Parameters<BlobStore['get']>) => {
      await mayRead(given[0]);
      return files.get(...given);
    },
    head: async (key: string) => {
      await mayRead(key);
      return files.head(key);
    },
    file: async (key: string) => {
      await mayRead(key);
      return files.file(key);
    },
    list: async (prefix: string) => {
      listing(prefix);
      return files.list(prefix);
    },
    deleteAll: async (keyOrFolder: string) => {
      listing(keyOrFolder);
      for (const key of await files.list(keyOrFolder)) file('s3:DeleteObject', key);
      return files.deleteAll(keyOrFolder);
    },
  } satisfies Omit<BlobStore, 'presignUpload'>);
};

/** The same table, always with the own role of the function that is at work. */
export const withOwnRole = (table: Table): Table => ({
  get: (key) => asOwnRole(() => table.get(key)),
  query: (query) => asOwnRole(() => table.query(query)),
  write: (operations) => asOwnRole(() => table.write(operations)),
});
