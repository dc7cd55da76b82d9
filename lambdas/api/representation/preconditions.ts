/** `If-Match` (RFC 9110, section 13.1.1): a change of what the client has read. */
import type { Body } from '../answer.ts';
import { CODINGS } from './content-coding.ts';
import { entityTag, plainTag } from './entity-tags.ts';

/**
 * Whether the header names the ETag of a body in any coding, by strong comparison; undefined without the header.
 * @param body  what a GET would be answered with now
 */
export const matches = (ifMatch: string | undefined, body: Body): boolean | undefined => {
  if (ifMatch === undefined) return undefined;
  const tags = CODINGS.map((coding) => entityTag(plainTag(body), coding));
  return ifMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tags.includes(tag));
};
