import { awsService } from '../../adapters/aws/aws-service.ts';
import { readAwsSettings } from '../../adapters/aws/settings.ts';
import { createKey } from '../create-key.ts';
import { inTime } from './composition/in-time.ts';
import { noParsers } from './composition/no-parsers.ts';

export const handler = inTime(createKey(await awsService(readAwsSettings(), noParsers)));
