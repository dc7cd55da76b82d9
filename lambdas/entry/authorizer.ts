import { awsService } from '../../adapters/aws/aws-service.ts';
import { readAwsSettings } from '../../adapters/aws/settings.ts';
import { userPoolTokens } from '../../adapters/aws/user-pool-tokens.ts';
import { authorizer } from '../authorizer.ts';
import { inTime } from './composition/in-time.ts';
import { noParsers } from './composition/no-parsers.ts';

const settings = readAwsSettings();
export const handler = inTime(authorizer(awsService(settings, noParsers), userPoolTokens(settings)));
