import { awsService } from '../../adapters/aws/aws-service.ts';
import { readAwsSettings } from '../../adapters/aws/settings.ts';
import { resumeUnfinished } from '../resume-unfinished.ts';
import { inTime } from './composition/in-time.ts';
import { noParsers } from './composition/no-parsers.ts';

export const handler = inTime(resumeUnfinished(await awsService(readAwsSettings(), noParsers)));
