import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { FaultyWire } from './faulty-wire.ts';

/** Configuration of all SDK clients in tests, with invalid credentials. */
export const TEST_CLIENT = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
} as const;

interface ClientConfig {
  requestHandler: unknown;
  readonly maxAttempts: () => Promise<number>;
  retryStrategy: unknown;
}

/**
 * An SDK client whose requests go to `wire` instead of the network. The number of retries is the client's own; the
 * pauses before them are those of `wire`.
 */
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
