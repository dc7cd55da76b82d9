export { thing } from '../../adapters/local/thing.ts';
