/** Configuration of all SDK clients in tests, with invalid credentials. */
export const TEST_CLIENT = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
} as const;

/** An SDK client whose requests go to `wire` instead of the network. */
export const through = <Client extends { readonly config: { requestHandler: unknown } }>(
  client: Client,
  wire: Client['config']['requestHandler'],
): Client => {
  client.config.requestHandler = wire;
  return client;
};
