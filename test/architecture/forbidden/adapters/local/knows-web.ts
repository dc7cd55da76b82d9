export { thing } from '../../web/thing.ts';
