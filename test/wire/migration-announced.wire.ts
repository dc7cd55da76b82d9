/** `migration.announced` on its way in the cloud: from the step over EventBridge to a webhook. */
import { randomUUID } from 'node:crypto';
import { CreateEventBusCommand, PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { expect, inject, it } from 'vitest';
import { EventBridgeBus, eventBridgeClient } from '../../adapters/aws/event-bridge-bus.ts';
import { startMigrations } from '../../core/workflows/migrations/start-migrations.ts';
import { requestTraining } from '../../core/workflows/training/request-training.ts';
import { readWorkflow } from '../../core/workflows/workflow.ts';
import { deliverWebhooks } from '../../lambdas/deliver-webhooks.ts';
import { addTrainingDocument, addWorkflow } from '../fakes/fake-workflows.ts';
import { recordOf } from '../service/harness/pipeline-harness.ts';
import { startTestApi } from '../service/harness/test-api.ts';
import { send } from '../service/workflows/training-data-client.ts';
import { MotoQueue } from './moto/moto-queue.ts';

const HOUR_MS = 3_600_000;
const url = inject('motoUrl');
const client = eventBridgeClient({ region: 'eu-central-1', endpointUrl: url });

/** A bus, and a queue that gets what a customer's rule for announced migrations lets through. */
const makeBus = async () => {
  const name = `bus-${randomUUID()}`;
  await client.send(new CreateEventBusCommand({ Name: name }));
  const queue = await MotoQueue.make(url, name);
  const pattern = { source: ['tearline'], 'detail-type': ['migration.announced'] };
  await client.send(new PutRuleCommand({ Name: name, EventBusName: name, EventPattern: JSON.stringify(pattern) }));
  await client.send(
    new PutTargetsCommand({ Rule: name, EventBusName: name, Targets: [{ Id: 'queue', Arn: queue.arn }] }),
  );
  return { bus: new EventBridgeBus({ client, bus: name }), queue };
};

it('An announced migration is an event of the bus with its own type, which its webhooks get', async () => {
  const { bus, queue } = await makeBus();
  const api = await startTestApi();
  const { service, accountId } = api;
  Object.assign(service, { events: bus });
  const workflow = await addWorkflow(service, accountId);
  for (let number = 0; number < 6; number += 1)
    await addTrainingDocument(service, workflow, [recordOf(1), recordOf(2)]);
  await requestTraining(service, { ...workflow, collections: null });
  const hook = { url: 'https://hook.example/', events: ['migration.announced'] };
  expect((await send(api, 'POST', '/account/webhooks', hook)).status).toBe(201);
  service.splitModel.baseVersion = 'newer';
  service.trainer.training = { base: 'newer', gate: 'go_live' };
  for (let pass = 0; pass < 3; pass += 1) {
    await service.clock.sleep(HOUR_MS);
    await startMigrations(service);
  }
  const { migration } = (await readWorkflow(service, workflow)) ?? {};
  const received = (await queue.takeAll()).map((body) => JSON.parse(body) as unknown);
  expect(received).toMatchObject([
    {
      source: 'tearline',
      'detail-type': 'migration.announced',
      detail: {
        type: 'migration.announced',
        accountId,
        data: {
          workflow_id: workflow.workflow_id,
          preview_workflow_id: migration?.preview_workflow_id,
          due_at: migration?.due_at,
        },
      },
    },
  ]);
  await deliverWebhooks(service)(received[0], { getRemainingTimeInMillis: () => 60_000 });
  expect(service.webhooks.posted.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
    'migration.announced',
  ]);
});
