import { awsService } from '../../adapters/aws/aws-service.ts';
import { readAwsSettings } from '../../adapters/aws/settings.ts';
import { resumeUnfinished } from '../resume-unfinished.ts';
import { noParsers } from './no-parsers.ts';

export const handler = resumeUnfinished(awsService(readAwsSettings(), noParsers));
