export { round } from './round.ts';
