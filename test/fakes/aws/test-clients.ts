import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { FaultyWire } from './faulty-wire.ts';

/** What every client of a test is made with: credentials that AWS knows nowhere. */
export const TEST_CLIENT = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
} as const;

interface ClientConfig {
  requestHandler: unknown;
  readonly maxAttempts: () => Promise<number>;
  retryStrategy: unknown;
}

/** A client of the SDK whose requests go to `wire` instead of to the network. It retries as often as before, with the pauses of `wire`. */
export const through = <Client extends { readonly config: ClientConfig }>(
  client: Client,
  wire: Client['config']['requestHandler'],
): Client => {
  client.config.requestHandler = wire;
  if (wire instanceof FaultyWire && wire.retryPauseMs !== undefined) {
    const strategy = new ConfiguredRetryStrategy(client.config.maxAttempts, wire.retryPauseMs);
    client.config.retryStrategy = () => Promise.resolve(strategy);
  }
  return client;
};
