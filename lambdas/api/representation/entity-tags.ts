/** Strong ETags: of a blob, that of the store; of any other body, its SHA-256. Each content coding has its own. */
import { hash } from 'node:crypto';
import type { Body } from '../answer.ts';
import { isStored } from '../answer.ts';
import type { Coding } from './content-coding.ts';

/** The ETag of an uncoded body, without quotes. */
export const plainTag = (body: Body): string => (isStored(body) ? body.blob.etag : hash('sha256', body, 'base64url'));

/** @param tag  from plainTag */
export const entityTag = (tag: string, coding: Coding): string =>
  coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`;

/** Whether If-None-Match names the ETag, by weak comparison (RFC 9110, section 13.1.2). */
export const namesTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
