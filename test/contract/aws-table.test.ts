/** DynamoTable fulfils the contract of Table (test/wire runs it against moto). */
import { dynamoDbClient } from '../../adapters/aws/dynamodb/dynamo-client.ts';
import { DynamoTable } from '../../adapters/aws/dynamodb/dynamo-table.ts';
import { FakeDynamoDb } from '../fakes/aws/fake-dynamodb.ts';
import { TEST_CLIENT, through } from '../fakes/aws/test-clients.ts';
import { describeTableContract } from './table.contract.ts';

describeTableContract('DynamoTable', () => {
  let now = new Date();
  return Promise.resolve({
    table: new DynamoTable({
      client: through(dynamoDbClient(TEST_CLIENT), new FakeDynamoDb()),
      table: 'table',
      clock: { now: () => now },
    }),
    setNow: (date) => {
      now = date;
    },
    close: () => Promise.resolve(),
  });
});
