import type { Locator } from 'playwright-core';
import type { WebService } from './web-service.ts';

/**
 * Asks whether the workflow uses the base model, once the page shows what the service says: a list that was loaded while the
 * training ran is a moment behind.
 * @param base, trained  the rows of the models
 */
export const usesBaseModel = async (
  web: WebService,
  workflowId: string,
  base: Locator,
  trained: Locator,
): Promise<boolean> => {
  const answer = await web.request(`/workflows/${workflowId}/models`);
  // The schema of the 200.
  const { items } = (await answer.json()) as { items: { model_version: string; in_use: boolean }[] };
  const isBase = items.some(({ model_version: version, in_use: inUse }) => inUse && version === 'base');
  await (isBase ? base : trained).getByText('In use').waitFor();
  return isBase;
};
