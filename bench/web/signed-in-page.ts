import type { Browser, Page } from 'playwright-core';
import type { RunningService } from '../running-service/running-service.ts';

/** A page of a new browser context with a session of the service's first account. @throws Error where it gives none */
export const signedInPage = async (browser: Browser, { baseUrl, apiKey }: RunningService): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const answer = await context.request.post(`${baseUrl}/session`, {
    data: { api_key: apiKey },
    headers: { 'x-tearline': '1', origin: baseUrl },
  });
  if (!answer.ok()) throw new Error(`No session: ${answer.status()}`);
  return context.newPage();
};
