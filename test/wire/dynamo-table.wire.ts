/** DynamoTable fulfils the contract of Table over DynamoDB's wire protocol. */
import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { dynamoDbClient } from '../../adapters/aws/dynamodb/dynamo-client.ts';
import { DynamoTable } from '../../adapters/aws/dynamodb/dynamo-table.ts';
import { SequentialRequests } from '../fakes/one-at-a-time.ts';
import { describeTableContract } from '../contract/table.contract.ts';

const client = dynamoDbClient({ region: 'eu-central-1', endpointUrl: inject('motoUrl') });
// moto does not isolate concurrent transactions from each other.
client.config.requestHandler = new SequentialRequests();

const makeTable = async (): Promise<string> => {
  const TableName = `table-${randomUUID()}`;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'index_pk', 'index_sk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by_index',
          KeySchema: [
            { AttributeName: 'index_pk', KeyType: 'HASH' },
            { AttributeName: 'index_sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
  return TableName;
};

describeTableContract(
  'DynamoTable',
  async () => {
    const name = await makeTable();
    let now = new Date();
    return {
      table: new DynamoTable({ client, table: name, clock: { now: () => now } }),
      setNow: (date) => {
        now = date;
      },
      close: async () => {
        await client.send(new DeleteTableCommand({ TableName: name }));
      },
    };
  },
  { takesTrueForOne: true },
);
