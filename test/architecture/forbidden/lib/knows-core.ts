export { thing } from '../core/thing.ts';
