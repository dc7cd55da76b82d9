/** The DynamoDB table: partition and sort key, one index, time to live in `expires_at`. */
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { isProtected } from '../../settings.ts';
import type { StageSettings } from '../../settings.ts';
import { removalOf } from './removal.ts';

export interface DataTableProps {
  readonly settings: StageSettings;
  readonly key: IKey;
}

/** Name of the index in core/ports.ts (`Query`). */
export const TABLE_INDEX = 'by_index';

const text = (name: string) => ({ name, type: AttributeType.STRING });

export class DataTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, { settings, key }: DataTableProps) {
    super(scope, id);
    const { pointInTimeRecoveryDays } = settings.data;
    this.table = new Table(this, 'Table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expires_at',
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: pointInTimeRecoveryDays,
      },
      deletionProtection: isProtected(settings),
      removalPolicy: removalOf(settings),
    });
    this.table.addGlobalSecondaryIndex({
      indexName: TABLE_INDEX,
      partitionKey: text('index_pk'),
      sortKey: text('index_sk'),
      projectionType: ProjectionType.ALL,
    });
  }
}
