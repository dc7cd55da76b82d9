import { openDeploymentTable } from '../../adapters/aws/dynamodb/open-deployment-table.ts';
import { serviceSettings } from '../../adapters/aws/service-settings.ts';
import { readAwsSettings } from '../../adapters/aws/settings.ts';
import { userPoolTokens } from '../../adapters/aws/user-pool-tokens.ts';
import { SystemClock } from '../../core/system-clock.ts';
import { authorizer } from '../authorizer.ts';
import { inTime } from './composition/in-time.ts';

const settings = readAwsSettings();
const clock = new SystemClock();

/** Every request waits for it, and it reads rows only: it loads nothing else. */
export const handler = inTime(
  authorizer(
    { table: openDeploymentTable(settings, clock), clock, settings: serviceSettings(settings) },
    userPoolTokens(settings),
  ),
);
