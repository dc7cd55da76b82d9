/** Opens the parsers of the settings. Apart from aws-service.ts: most functions open no document, and need no client. */
import { NotConfiguredError } from '../../../core/errors.ts';
import type { Parsers } from '../../../core/parser-jobs.ts';
import type { AwsSettings } from '../settings.ts';
import { lambdaClient } from './lambda-client.ts';
import { PARSE_LIMIT_MS, RemoteParsers } from './remote-parsers.ts';
import { tenantAddresses } from './tenant-addresses.ts';

/**
 * @param processes  parser processes of Parse
 * @throws NotConfiguredError where the settings do not name Parse
 */
export const remoteParsers = (settings: AwsSettings, processes: number): Parsers => {
  if (settings.parseFunction === undefined)
    throw new NotConfiguredError('TEARLINE_PARSE_FUNCTION is not set: this function cannot have documents parsed.');
  return new RemoteParsers({
    client: lambdaClient(settings, PARSE_LIMIT_MS),
    functionName: settings.parseFunction,
    addresses: tenantAddresses(settings),
    jobsPerChunk: processes,
    perTenant: settings.parsePerTenant,
  });
};
