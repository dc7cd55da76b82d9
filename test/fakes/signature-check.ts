/** Verifies a presigned URL as S3 does (AWS Signature Version 4 in query parameters): signed headers and expiry. */
import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** Absolute, with path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, '$1-$2-$3T$4:$5:$6Z'));

const canonicalRequest = ({ method, headers }: SignedRequest, url: URL): string => {
  const signedHeaders = url.searchParams.get('X-Amz-SignedHeaders') ?? '';
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const lines = signedHeaders
    .split(';')
    .map((name) => `${name}:${headers[name]?.trim() ?? ''}\n`)
    .join('');
  return [method, url.pathname, query, lines, signedHeaders, 'UNSIGNED-PAYLOAD'].join('\n');
};

/** @returns whether S3 would accept the request with this secret at this time */
export const hasValidSignature = (request: SignedRequest, secret: string, now: number): boolean => {
  const url = new URL(request.url);
  const date = url.searchParams.get('X-Amz-Date') ?? '';
  const [, day = '', region = '', service = ''] = (url.searchParams.get('X-Amz-Credential') ?? '').split('/');
  if (now > timeOf(date) + Number(url.searchParams.get('X-Amz-Expires')) * 1000) return false;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (sofar, part) => hmac(sofar, part),
    `AWS4${secret}`,
  );
  const hash = createHash('sha256').update(canonicalRequest(request, url)).digest('hex');
  return (
    hmac(key, ['AWS4-HMAC-SHA256', date, `${day}/${region}/${service}/aws4_request`, hash].join('\n')).toString(
      'hex',
    ) === url.searchParams.get('X-Amz-Signature')
  );
};
