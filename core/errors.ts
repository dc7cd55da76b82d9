/** The named errors of core, by what they are about. */
export * from './errors/tearline-error.ts';
export * from './errors/caller-errors.ts';
export * from './errors/http-errors.ts';
export * from './errors/document-errors.ts';
export * from './errors/processing-errors.ts';
export * from './errors/workflow-errors.ts';
export * from './errors/service-errors.ts';
