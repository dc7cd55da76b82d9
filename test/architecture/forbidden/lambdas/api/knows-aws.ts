export { thing } from '../../adapters/aws/thing.ts';
