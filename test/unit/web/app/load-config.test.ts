import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../../web/src/app/load-config.ts';
import { stubWindow } from '../api/browser-window.ts';

beforeEach(() => {
  stubWindow();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const CLOUD = { api_url: 'https://api.example.com', sign_in: 'oidc', version: '1' };

/** The host answers so, one question after the other. */
const answerWith = (...answers: readonly (Response | Error)[]): void => {
  const left = [...answers];
  vi.stubGlobal('fetch', () => {
    const next = left.shift() ?? new Error('Asked too often.');
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
};

describe('The configuration of the application', () => {
  it('is what the host tells', async () => {
    answerWith(Response.json(CLOUD));
    expect(await loadConfig()).toEqual(CLOUD);
  });

  it('is that of one machine where the host has none', async () => {
    answerWith(new Response(null, { status: 404 }));
    expect(await loadConfig()).toMatchObject({ api_url: '', sign_in: 'session' });
  });

  it.each([
    ['does not answer', new TypeError('Failed to fetch')],
    ['fails', new Response('busy', { status: 503 })],
    ['answers with something else', new Response('<html>')],
  ])('is asked for again where the host %s, and is not that of one machine', async (_, answer) => {
    answerWith(answer, new TypeError('Failed to fetch'), Response.json(CLOUD));
    const loaded = loadConfig();
    await vi.advanceTimersByTimeAsync(1000 + 2000);
    expect(await loaded).toEqual(CLOUD);
  });
});
