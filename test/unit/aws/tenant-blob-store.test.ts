/** Blobs accessed with the credentials of one tenant. */
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it, vi } from 'vitest';
import { s3Client, stsClient } from '../../../adapters/aws/aws-clients.ts';
import { S3BlobStore } from '../../../adapters/aws/s3/s3-blob-store.ts';
import { s3Downloads } from '../../../adapters/aws/s3/s3-downloads.ts';
import { assumeForTenant, TenantBlobStore, withinTenant } from '../../../adapters/aws/s3/tenant-blob-store.ts';
import { FakeS3 } from '../../fakes/aws/fake-s3.ts';
import { FakeWire } from '../../fakes/aws/fake-wire.ts';
import type { WireAnswer, WireRequest } from '../../fakes/aws/fake-wire.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';
import { MemoryBlobStore } from '../../fakes/memory-blob-store.ts';

class FakeSts extends FakeWire {
  asked: URLSearchParams | undefined;
  protected answer(request: WireRequest): WireAnswer {
    this.asked = new URLSearchParams(request.body.toString());
    return {
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: '<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>a</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>',
    };
  }
}

describe('a tenant’s credentials', () => {
  it('are those of the data role, with the tenant as session tag', async () => {
    const sts = new FakeSts();
    const credentials = await assumeForTenant(
      through(stsClient(TEST_CLIENT), sts),
      'arn:aws:iam::123456789012:role/data',
      '0b7e6c52-2a3c-4f0e-9a51-0d6a4f1f8f11',
    );
    expect(credentials).toEqual({
      accessKeyId: 'a',
      secretAccessKey: 's',
      sessionToken: 't',
      expiration: new Date('2030-01-01T00:00:00Z'),
    });
    expect(Object.fromEntries(sts.asked ?? [])).toMatchObject({
      Action: 'AssumeRole',
      RoleArn: 'arn:aws:iam::123456789012:role/data',
      'Tags.member.1.Key': 'tenant',
      'Tags.member.1.Value': '0b7e6c52-2a3c-4f0e-9a51-0d6a4f1f8f11',
    });
  });
});

describe('A presigned download URL', () => {
  const ROLE = 'arn:aws:iam::123456789012:role/data';
  const signerOf = (address: string): string | undefined =>
    new URL(address).searchParams.get('X-Amz-Credential')?.split('/')[0];
  const inAnHour = new Date(Date.now() + 3_600_000);

  it('is signed within a tenant with a new session of that tenant, otherwise with the function’s credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'own');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'own');
    const sts = mockClient(STSClient);
    sts.on(AssumeRoleCommand).resolves({
      Credentials: { AccessKeyId: 'of-the-tenant', SecretAccessKey: 's', SessionToken: 't', Expiration: inAnHour },
    });
    const downloads = s3Downloads({ bucket: 'bucket', region: 'eu-central-1', dataRoleArn: ROLE });
    const address = () => downloads.presignDownload('accounts/a/large', inAnHour);
    expect([
      signerOf(await withinTenant('a', address)),
      signerOf(await withinTenant('a', address)),
      signerOf(await address()),
    ]).toEqual(['of-the-tenant', 'of-the-tenant', 'own']);
    expect(sts.commandCalls(AssumeRoleCommand).map(({ args: [{ input }] }) => input.Tags)).toEqual(
      [1, 2].map(() => [{ Key: 'tenant', Value: 'a' }]),
    );
    sts.restore();
    vi.unstubAllEnvs();
  });
});

describe('A presigned download URL of a file', () => {
  it('makes S3 send the name of the file', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'own');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'own');
    const downloads = s3Downloads({ bucket: 'bucket', region: 'eu-central-1' });
    const expiresAt = new Date(Date.now() + 60_000);
    const named = new URL(await downloads.presignDownload('a', expiresAt, 'inline; filename=a.pdf'));
    expect(named.searchParams.get('response-content-disposition')).toBe('inline; filename=a.pdf');
    const plain = new URL(await downloads.presignDownload('a', expiresAt));
    expect(plain.searchParams.has('response-content-disposition')).toBe(false);
    vi.unstubAllEnvs();
  });
});

describe('the client of a tenant’s store', () => {
  const askTwice = async (expiration: Date): Promise<number> => {
    let asked = 0;
    const credentials = () => {
      asked += 1;
      return Promise.resolve({ accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't', expiration });
    };
    const blobs = new S3BlobStore({
      client: through(s3Client({ region: 'eu-central-1', credentials }), new FakeS3()),
      bucket: 'bucket',
    });
    await blobs.put('a', 'x', 'text/plain');
    await blobs.get('a');
    return asked;
  };

  it('requests credentials once, and again shortly before they expire', async () => {
    expect(await askTwice(new Date(Date.now() + 3_600_000))).toBe(1);
    expect(await askTwice(new Date(Date.now() + 30_000))).toBeGreaterThan(1);
  });
});

describe('blobs within a tenant', () => {
  const clock = { now: () => new Date() };

  const openStores = () => {
    const own = new MemoryBlobStore(clock);
    const stores = new Map<string, MemoryBlobStore>();
    const closed: string[] = [];
    const blobs = new TenantBlobStore({
      own,
      open: (tenant) => {
        const store = new MemoryBlobStore(clock);
        stores.set(tenant, store);
        return {
          blobs: store,
          close: () => {
            closed.push(tenant);
          },
        };
      },
    });
    return { own, stores, closed, blobs };
  };

  it('are read and written as that tenant, also concurrently with others', async () => {
    const { own, stores, blobs } = openStores();
    await blobs.put('outside', 'own', 'text/plain');
    await Promise.all(
      ['a', 'b'].map((tenant) =>
        withinTenant(tenant, async () => {
          await blobs.put('key', tenant, 'text/plain');
          expect(Buffer.from(await blobs.get('key')).toString()).toBe(tenant);
          await expect(blobs.get('outside')).rejects.toThrow();
        }),
      ),
    );
    expect(await own.list('')).toEqual(['outside']);
    expect([...stores.keys()]).toEqual(['a', 'b']);
  });

  it('use one store per tenant, and close the least recently used one', async () => {
    const { stores, closed, blobs } = openStores();
    for (let n = 0; n < 32; n += 1) await withinTenant(String(n), () => blobs.list(''));
    await withinTenant('0', () => blobs.list(''));
    expect(stores.size).toBe(32);
    await withinTenant('32', () => blobs.list(''));
    expect(closed).toEqual(['1']);
  });

  it('have upload URLs that are signed with the function’s own credentials, so that they do not expire early', async () => {
    const { own, blobs } = openStores();
    const upload = await withinTenant('a', () =>
      blobs.presignUpload('key', { contentType: 'text/plain', size: 1, expiresAt: new Date(Date.now() + 60_000) }),
    );
    expect(await own.receive(upload.url, 'text/plain', Buffer.from('x'))).toBe(200);
  });
});
