/** The table of a function: within a tenant, with the tenant's credentials. */
import type { Clock, Table } from '../../../core/ports.ts';
import { requestHandlers } from '../aws-clients.ts';
import { dynamoDbClient } from '../dynamodb/dynamo-client.ts';
import { DynamoTable } from '../dynamodb/dynamo-table.ts';
import type { AwsSettings } from '../settings.ts';
import { tenantSessions } from './tenant-sessions.ts';
import { TenantTable } from './tenant-table.ts';

/** One client for all tenants would keep the credentials of the first; connections are shared by all. */
export const openTable = (settings: AwsSettings, clock: Pick<Clock, 'now'>): Table => {
  const { table, region, endpointUrl } = settings;
  const requestHandler = requestHandlers.table();
  const options = { region, endpointUrl, requestHandler };
  const own = new DynamoTable({ client: dynamoDbClient(options), table, clock });
  const sessions = tenantSessions(settings);
  if (sessions === undefined) return own;
  return new TenantTable({
    own,
    open: (tenant) => {
      const client = dynamoDbClient({ ...options, credentials: () => sessions.credentials(tenant) });
      return new DynamoTable({ client, table, clock });
    },
  });
};
