export { thing } from '../aws/thing.ts';
