import { awsService } from '../../adapters/aws/aws-service.ts';
import { readAwsSettings } from '../../adapters/aws/settings.ts';
import { userPoolTokens } from '../../adapters/aws/user-pool-tokens.ts';
import { authorizer } from '../authorizer.ts';
import { noParsers } from './no-parsers.ts';

const settings = readAwsSettings();
export const handler = authorizer(awsService(settings, noParsers), userPoolTokens(settings));
