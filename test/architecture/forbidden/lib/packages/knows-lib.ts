export { thing } from '../knows-core.ts';
