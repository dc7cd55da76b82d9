import { tmpdir } from 'node:os';
import { parse } from '../parsing/parse.ts';
import { lambdaParsers } from './composition/lambda-parsers.ts';

export const handler = parse({ openRunner: lambdaParsers, temporaryFolder: tmpdir() });
