/** Creates encrypted log groups with the retention of the stage. */
import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { removalOf } from '../data/removal.ts';

export interface LogSettings {
  readonly settings: StageSettings;
  readonly key: IKey;
}

/** @param name  only where a service determines it; such a group is removed with the stack, to free its name */
export const addLogGroup = (scope: Construct, id: string, { settings, key }: LogSettings, name?: string): LogGroup =>
  new LogGroup(scope, id, {
    retention: settings.logs.keptDays,
    encryptionKey: key,
    removalPolicy: name === undefined ? removalOf(settings) : RemovalPolicy.DESTROY,
    ...(name === undefined ? {} : { logGroupName: name }),
  });
