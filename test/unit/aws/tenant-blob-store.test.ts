/** Blobs and rows accessed with the credentials of one tenant. */
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it, vi } from 'vitest';
import { s3Client } from '../../../adapters/aws/s3/s3-client.ts';
import {
  assumeForTenant,
  stsClient,
  TenantSessions,
  withinTenant,
} from '../../../adapters/aws/tenants/tenant-sessions.ts';
import { S3BlobStore } from '../../../adapters/aws/s3/s3-blob-store.ts';
import { s3Downloads } from '../../../adapters/aws/s3/s3-downloads.ts';
import { TenantBlobStore } from '../../../adapters/aws/tenants/tenant-blob-store.ts';
import type { TenantCredentials } from '../../../adapters/aws/tenants/tenant-sessions.ts';
import { openBlobStore } from '../../../adapters/aws/tenants/open-blob-store.ts';
import { TenantTable } from '../../../adapters/aws/tenants/tenant-table.ts';
import { FakeS3 } from '../../fakes/aws/fake-s3.ts';
import { FakeWire } from '../../fakes/aws/fake-wire.ts';
import type { WireAnswer, WireRequest } from '../../fakes/aws/fake-wire.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';
import { readAwsSettings } from '../../../adapters/aws/settings.ts';
import { BlobNotFoundError } from '../../../core/errors.ts';
import { MemoryBlobStore } from '../../fakes/memory-blob-store.ts';
import { MapTable } from '../../fakes/table/map-table.ts';

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

  it('is signed within a tenant with a session of that tenant that lasts as long, otherwise with the function’s credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'own');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'own');
    const sts = mockClient(STSClient);
    sts.on(AssumeRoleCommand).resolves({
      Credentials: { AccessKeyId: 'of-the-tenant', SecretAccessKey: 's', SessionToken: 't', Expiration: inAnHour },
    });
    const downloads = s3Downloads({ bucket: 'bucket', region: 'eu-central-1', dataRoleArn: ROLE });
    const address = (minutes: number) => () =>
      downloads.presignDownload('accounts/a/large', new Date(Date.now() + minutes * 60_000));
    expect([
      signerOf(await withinTenant('a', address(5))),
      signerOf(await withinTenant('a', address(5))),
      signerOf(await address(5)()),
    ]).toEqual(['of-the-tenant', 'of-the-tenant', 'own']);
    const assumed = () => sts.commandCalls(AssumeRoleCommand).map(({ args: [{ input }] }) => input.Tags);
    expect(assumed()).toEqual([[{ Key: 'tenant', Value: 'a' }]]);
    // The session ends before the URL would.
    await withinTenant('a', address(61));
    expect(assumed()).toHaveLength(2);
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
    const opened: string[] = [];
    const blobs = new TenantBlobStore({
      own,
      open: (tenant) => {
        opened.push(tenant);
        return new MemoryBlobStore(clock);
      },
      presignUpload: (...upload) => own.presignUpload(...upload),
    });
    return { own, opened, blobs };
  };

  it('are read and written as that tenant, also concurrently with others', async () => {
    const { own, opened, blobs } = openStores();
    await blobs.put('outside', 'own', 'text/plain');
    await Promise.all(
      ['a', 'b'].map((tenant) =>
        withinTenant(tenant, async () => {
          await blobs.put('key', tenant, 'text/plain');
          expect(Buffer.from(await blobs.get('key')).toString()).toBe(tenant);
          await expect(blobs.get('outside')).rejects.toThrow(BlobNotFoundError);
        }),
      ),
    );
    expect(await own.list('')).toEqual(['outside']);
    expect(opened).toEqual(['a', 'b']);
  });

  it('use one store per tenant, and forget the least recently used one', async () => {
    const { opened, blobs } = openStores();
    const use = (tenant: number) => withinTenant(String(tenant), () => blobs.list(''));
    for (let n = 0; n < 32; n += 1) await use(n);
    await use(0);
    expect(opened).toHaveLength(32);
    await use(32);
    await use(0);
    expect(opened).toHaveLength(33);
    await use(1);
    expect(opened).toHaveLength(34);
  });

  it('have upload URLs of the tenant, which end with its session at the latest', async () => {
    const sts = mockClient(STSClient);
    const ends = new Date(Date.now() + 3_500_000);
    sts.on(AssumeRoleCommand).resolves({
      Credentials: { AccessKeyId: 'of-the-tenant', SecretAccessKey: 's', SessionToken: 't', Expiration: ends },
    });
    const blobs = openBlobStore(
      readAwsSettings({
        TEARLINE_ENVIRONMENT: 'dev',
        TEARLINE_TABLE: 'table',
        TEARLINE_BUCKET: 'bucket',
        AWS_REGION: 'eu-central-1',
        TEARLINE_DATA_ROLE_ARN: 'arn:aws:iam::123456789012:role/data',
      }),
    );
    const upload = await withinTenant('a', () =>
      blobs.presignUpload('accounts/a/uploads/x', {
        contentType: 'text/plain',
        size: 1,
        expiresAt: new Date(Date.now() + 3_600_000),
      }),
    );
    expect(new URL(upload.url).searchParams.get('X-Amz-Credential')).toMatch(/^of-the-tenant/);
    expect(upload.expiresAt).toEqual(ends);
    sts.restore();
  });
});

describe('rows within a tenant', () => {
  it('are read and written with the table of that tenant', async () => {
    const clock = { now: () => new Date() };
    const own = new MapTable(clock);
    const tables = new Map<string, MapTable>();
    const table = new TenantTable({
      own,
      open: (tenant) => {
        const opened = new MapTable(clock);
        tables.set(tenant, opened);
        return opened;
      },
    });
    await withinTenant('a', () => table.write([{ put: { pk: 'p', sk: 's' } }]));
    expect(await withinTenant('a', () => table.get({ pk: 'p', sk: 's' }))).toBeDefined();
    expect(await withinTenant('b', () => table.get({ pk: 'p', sk: 's' }))).toBeUndefined();
    expect(await table.get({ pk: 'p', sk: 's' })).toBeUndefined();
    expect([...tables.keys()]).toEqual(['a', 'b']);
  });
});

describe('the sessions of a process', () => {
  const lasting = (ms: number): TenantCredentials => ({
    accessKeyId: 'a',
    secretAccessKey: 's',
    sessionToken: 't',
    expiration: new Date(Date.now() + ms),
  });

  it('are one for each tenant, also for calls at the same time', async () => {
    const assumed: string[] = [];
    const sessions = new TenantSessions((tenant) => {
      assumed.push(tenant);
      return Promise.resolve(lasting(3_600_000));
    });
    await Promise.all(['a', 'a', 'b', 'a'].map((tenant) => sessions.credentials(tenant)));
    expect(assumed).toEqual(['a', 'b']);
  });

  it('are replaced when too little of them is left, and asked for again after an error', async () => {
    const answers = [() => Promise.reject(new Error('down')), lasting(60_000), lasting(3_600_000)];
    let asked = 0;
    const sessions = new TenantSessions(() => {
      const answer = answers[asked] ?? lasting(3_600_000);
      asked += 1;
      return typeof answer === 'function' ? answer() : Promise.resolve(answer);
    });
    await expect(sessions.credentials('a')).rejects.toThrow('down');
    await sessions.credentials('a');
    await sessions.credentials('a');
    await sessions.credentials('a');
    expect(asked).toBe(3);
  });
});
