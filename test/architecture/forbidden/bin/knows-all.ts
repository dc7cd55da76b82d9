export { thing as ofLib } from '../lib/knows-core.ts';
export { thing as ofTests } from '../test/thing.ts';
export { thing as ofWeb } from '../web/thing.ts';
