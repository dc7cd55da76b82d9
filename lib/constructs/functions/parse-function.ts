/**
 * Parse: the function that opens documents, and the only one with the parsers package. It may write its logs and nothing
 * else. Who calls it hands over presigned URLs of one document (docs/decisions/0024).
 */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Storage } from '../data/storage.ts';
import { ParseNetwork } from './parse-network.ts';
import { ServiceFunction } from './service-function.ts';
import type { FunctionPlatform } from './service-function.ts';

export interface ParseFunctionProps {
  readonly platform: FunctionPlatform;
  readonly storage: Storage;
}

/**
 * Below the timeout of every step that waits for it (PARSE_LIMIT_MS of adapters/aws/parsing/remote-parsers.ts). A chunk of
 * a few OCR pages takes seconds, but a damaged file may take minutes until it is rejected.
 */
const TIMEOUT = Duration.minutes(14);

export class ParseFunction extends Construct {
  readonly parse: ServiceFunction;
  readonly #platform: FunctionPlatform;

  constructor(scope: Construct, id: string, { platform, storage }: ParseFunctionProps) {
    super(scope, id);
    this.#platform = platform;
    const { settings, key } = platform;
    const { environmentPerTenant, isolatedNetwork } = settings.parsing;
    this.parse = new ServiceFunction(this, 'Parse', {
      platform,
      entry: 'parse',
      workload: 'parsers',
      timeout: TIMEOUT,
      failureMeans: 'No document can be read, cut or rendered: requests end failed, and page images get 500 or 503.',
      untrusted: {
        perTenant: environmentPerTenant,
        ...(isolatedNetwork ? { network: new ParseNetwork(this, 'Network', { settings, key, storage }) } : {}),
      },
    });
  }

  /** Lets a function have documents parsed. */
  allowInvoke(user: ServiceFunction): void {
    const { functions, parsing } = this.#platform.settings;
    const { functionArn } = this.parse.function;
    user.allow({ actions: ['lambda:InvokeFunction'], resources: [functionArn] });
    user.configure({
      TEARLINE_PARSE_FUNCTION: functionArn,
      TEARLINE_PARSE_MEMORY_MB: String(functions.parsers.memoryMb),
      TEARLINE_PARSE_PER_TENANT: String(parsing.environmentPerTenant),
    });
  }
}
