import { thing } from './results/thing.ts';

export const knows = thing;
