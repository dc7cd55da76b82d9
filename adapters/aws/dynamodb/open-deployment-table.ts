/** The table of a function for rows of no tenant. */
import type { Clock, Table } from '../../../core/ports.ts';
import { requestHandlers } from '../aws-clients.ts';
import type { AwsSettings } from '../settings.ts';
import { dynamoDbClient } from './dynamo-client.ts';
import { DynamoTable } from './dynamo-table.ts';

/** The table with the credentials of the function's own role, within a tenant too: for rows of no tenant. */
export const openDeploymentTable = (settings: AwsSettings, clock: Pick<Clock, 'now'>): Table => {
  const { table, region, endpointUrl } = settings;
  const client = dynamoDbClient({ region, endpointUrl, requestHandler: requestHandlers.table() });
  return new DynamoTable({ client, table, clock });
};
