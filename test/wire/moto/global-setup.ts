/** Starts one moto server for all wire tests of a run. */
import type { TestProject } from 'vitest/node';
import { startMoto } from './moto-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of moto. */
    motoUrl: string;
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const moto = await startMoto();
  project.provide('motoUrl', moto.url);
  return () => moto.close();
};
