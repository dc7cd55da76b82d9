export * as round from './circle.ts';
