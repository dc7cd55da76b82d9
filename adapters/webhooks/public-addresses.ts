/** Which addresses requests to webhooks may reach. */
import { lookup as lookupAll } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only addresses of IPv6 that are routed on the internet (RFC 4291, IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether the address is routed on the internet. All others are refused: private, loopback, link-local (cloud metadata),
 * shared, multicast, reserved, and addresses of IPv6 that stand for one of IPv4.
 */
export const isPublicAddress = (text: string): boolean => {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST);
};

/** A connection to an address that is not public. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** All addresses of a name, as the operating system resolves it. */
export const resolveAll: Resolve = (hostname) => lookupAll(hostname, { all: true });

/**
 * Returns the addresses of a name. A name of which one address is not public has none: it may be an attempt to have the
 * connection fall back to that one.
 * @throws AddressRefusedError, and the errors of `resolve`
 */
export const publicAddresses = async (hostname: string, resolve: Resolve): Promise<readonly LookupAddress[]> => {
  const addresses = await resolve(hostname);
  const refused = addresses.find(({ address }) => !isPublicAddress(address));
  if (refused !== undefined) throw new AddressRefusedError(`${hostname} has the address ${refused.address}.`);
  return addresses;
};

/**
 * A resolver for a connection: the addresses that it returns are those that are connected to, so that a name which
 * resolves differently the second time (DNS rebinding) gains nothing.
 */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    publicAddresses(hostname, resolve).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, [...addresses]);
        else if (first === undefined) callback(new Error(`${hostname} has no address.`), '', 0);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), '', 0);
      },
    );
  };
