/** What every client of a test is made with: credentials that AWS knows nowhere. */
export const TEST_CLIENT = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
} as const;

/** A client of the SDK whose requests go to `wire` instead of to the network. */
export const through = <Client extends { readonly config: { requestHandler: unknown } }>(
  client: Client,
  wire: Client['config']['requestHandler'],
): Client => {
  client.config.requestHandler = wire;
  return client;
};
