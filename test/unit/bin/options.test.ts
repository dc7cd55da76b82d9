import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { webhookHostOption } from '../../../bin/commands/options.ts';

describe('A host of --webhook-host', () => {
  it.each(['127.0.0.1', '192.168.1.20:9000', '127.0.0.1:80', '127.0.0.1:443', '[::1]', '[::1]:80', 'hooks.local'])(
    'has a port or none: %s',
    (host) => {
      expect(webhookHostOption(host, ['a'])).toEqual(['a', host]);
    },
  );

  it('is compared in lower case', () => {
    expect(webhookHostOption('Hooks.local:80', [])).toEqual(['hooks.local:80']);
  });

  it.each(['', 'a:99999', 'a:080', 'a/', 'a/path', 'http://a', 'user@a', '127.1', '::1', 'a b', 'a?x'])(
    'is refused where it is more, or less: %j',
    (host) => {
      expect(() => webhookHostOption(host, [])).toThrow(InvalidArgumentError);
    },
  );
});
