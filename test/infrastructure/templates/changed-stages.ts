/**
 * The stages dev and prod with several settings changed at once. A synthesis takes about a second of processor time, so
 * tests of settings that do not depend on each other share one.
 */
import type { StageSettings } from '../../../lib/settings.ts';
import { readStageSettings, withoutProtection } from '../../../lib/stages.ts';

const prod = readStageSettings('prod');
const dev = readStageSettings('dev');

/** Another origin than the web interface, whose pages may call the API. */
export const OTHER_ORIGIN = 'https://app.example.com';
/** A page that may show the editor in a frame. */
export const FRAME_ANCESTOR = 'https://dms.example.com';
export const BASE_IMAGE = `public.ecr.aws/docker/library/node@sha256:${'0a'.repeat(32)}`;
export const MODEL_IMAGE = '111122223333.dkr.ecr.eu-west-1.amazonaws.com/models/tearline:1.2.0';

const { estimatedCost, ...prodWithoutCosts } = prod;
/** The unit costs of prod, which CHANGED_PROD lacks. */
export const COSTS_OF_PROD = estimatedCost;

/**
 * Prod without the separation of Parse, without unit costs, with a limit on the retention of documents, an endpoint of
 * instances, a mail domain and a budget.
 */
export const CHANGED_PROD: StageSettings = {
  ...prodWithoutCosts,
  parsing: { ...prod.parsing, isolatedNetwork: false, environmentPerTenant: false },
  data: { ...prod.data, documentsKeptDays: 90 },
  endpoint: { mode: 'realtime', instanceType: 'ml.c6i.large', instanceCount: 2 },
  mail: { from: 'documents@example.com', domain: 'example.com' },
  budget: { monthlyUsd: 50, mailTo: 'costs@example.com' },
};

/** Dev that allows more: another origin, a frame, and a base image of its own; it requires a second factor. */
export const OPEN_DEV: StageSettings = {
  ...dev,
  api: { ...dev.api, corsOrigins: ['web-interface', OTHER_ORIGIN] },
  web: { frameAncestors: [FRAME_ANCESTOR], secondFactor: 'required' },
  modelImage: { baseImage: BASE_IMAGE },
};

/** Dev that allows no origin and runs a ready image. */
export const CLOSED_DEV: StageSettings = {
  ...dev,
  api: { ...dev.api, corsOrigins: [] },
  modelImage: { uri: MODEL_IMAGE },
};

export const withDataEvents = (stage: string): StageSettings => {
  const settings = readStageSettings(stage);
  return { ...settings, logs: { ...settings.logs, dataEvents: true } };
};

/** A stage as it is deployed first, with data events, and with a sender identity that exists in SES. */
export const firstDeploymentOf = (stage: string): StageSettings => ({
  ...withoutProtection(withDataEvents(stage)),
  senderIdentity: 'existing',
});
