import { describe, expect, it } from 'vitest';
import type { AwsAccount } from '../../../adapters/aws/account/aws-account.ts';
import { examineDeployment } from '../../../bin/stage-doctor/deployed-stage.ts';
import type { Site } from '../../../bin/stage-doctor/deployed-stage.ts';
import { printed } from '../../../bin/stage-doctor/findings.ts';
import { readStageSettings } from '../../../lib/stages.ts';
import { DEPLOYED, fakeAccount, fakeSite } from './fake-account.ts';

const settings = { ...readStageSettings('prod'), mail: { from: 'a@example.com', domain: 'example.com' } };
const NOW = new Date('2026-11-25T00:00:00Z');

const examine = (stack = DEPLOYED, changes: Partial<AwsAccount> = {}, site: Partial<Site> = {}) =>
  examineDeployment({
    account: fakeAccount(
      { stacks: { 'Tearline-prod': stack } },
      { senderIsVerified: () => Promise.resolve(true), ...changes },
    ),
    site: fakeSite(site),
    settings,
    now: NOW,
  });
/** Findings that are not `ok`, as `what: status`. */
const troubles = async (...args: Parameters<typeof examine>): Promise<string[]> =>
  (await examine(...args)).filter(({ status }) => status !== 'ok').map(({ what, status }) => `${what}: ${status}`);

describe('A deployed stage', () => {
  it('that is healthy says so of every part', async () => {
    const findings = await examine();
    expect(findings.map(({ what, status }) => `${what}: ${status}`)).toEqual(
      [
        'stack',
        'API',
        'certificate of the API',
        'web interface',
        'certificate of the web',
        'endpoint of the model',
        'alarms',
        'dead-letter queues',
        'SES: sender',
      ].map((what) => `${what}: ok`),
    );
    expect(printed(findings)).toContain('https://api.example.com/prod/health answers 200');
  });

  it('that is not there names the command that deploys it', async () => {
    const findings = await examineDeployment({ account: fakeAccount({}), site: fakeSite(), settings, now: NOW });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      status: 'missing',
      advice: 'Deploy it, after `npx tearline doctor --stage prod --before` has nothing missing',
      command: 'npx cdk deploy -c stage=prod -c first=true',
    });
  });

  it('whose last update failed, or whose creation did, says so', async () => {
    expect(await troubles({ ...DEPLOYED, status: 'UPDATE_ROLLBACK_COMPLETE' })).toEqual(['stack: note']);
    expect(await troubles({ ...DEPLOYED, status: 'ROLLBACK_COMPLETE', outputs: {} })).toEqual(['stack: missing']);
  });

  it('without protection says that the next deployment turns it on', async () => {
    expect(await troubles({ ...DEPLOYED, isProtected: false })).toEqual(['protection: note']);
  });

  it.each<[string, Partial<AwsAccount>, Partial<Site>]>([
    ['API: missing', {}, { status: (url) => Promise.resolve(url.endsWith('/health') ? 503 : 200) }],
    ['endpoint of the model: missing', { endpointStatus: () => Promise.resolve('Failed') }, {}],
    ['alarms: missing', { raisedAlarms: () => Promise.resolve(['tearline-prod-api-fails']) }, {}],
    ['dead-letter queues: missing', { messages: () => Promise.resolve(2) }, {}],
    ['SES: sender: note', { senderIsVerified: () => Promise.resolve(false) }, {}],
    ['alarms: unknown', { raisedAlarms: () => Promise.reject(new Error('Rate exceeded')) }, {}],
  ])('is not healthy: %s', async (expected, changes, site) => {
    expect(await troubles(DEPLOYED, changes, site)).toEqual([expected]);
  });

  it('whose certificates end says so before', async () => {
    const certificateEnd = () => Promise.resolve(new Date('2026-12-10T00:00:00Z'));
    expect(await troubles(DEPLOYED, {}, { certificateEnd })).toEqual([
      'certificate of the API: note',
      'certificate of the web: note',
    ]);
  });
});
