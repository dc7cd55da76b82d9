/** The client of DynamoDB. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { configure } from '../aws-clients.ts';
import type { AwsClientOptions } from '../aws-clients.ts';

export const dynamoDbClient = (options: AwsClientOptions): DynamoDBClient => new DynamoDBClient(configure(options));
