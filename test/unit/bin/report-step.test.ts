import { describe, expect, it } from 'vitest';
import { reportStep } from '../../../bin/server/report-step.ts';
import { DocumentUnreadableError, StorageFullError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { StepFailedError } from '../../../core/requests/failure.ts';

/** The events that are logged of a step that fails so. */
const loggedOf = (cause: Error, logSteps = false): string[] => {
  const events: string[] = [];
  const report = reportStep((event, details) => {
    expect(details['step']).toBe('inspect');
    events.push(event);
  }, logSteps);
  report({ step: 'inspect', processing_id: 'id', ms: 1, outcome: 'failed', error: new StepFailedError(cause) });
  return events;
};

describe('The log of a service on one machine', () => {
  it.each([
    ['a defect', new TypeError('defect')],
    ['a full disk', new StorageFullError()],
  ])('names the step that fails because of %s', (_, cause) => {
    expect(loggedOf(cause)).toEqual(['step_failed']);
    expect(loggedOf(cause, true)).toEqual(['step', 'step_failed']);
  });

  it.each([
    ['its document', new DocumentUnreadableError('damaged')],
    ['what passes by itself', new TemporarilyUnavailableError('busy')],
  ])('does not name the step that fails because of %s, unless every step is logged', (_, cause) => {
    expect(loggedOf(cause)).toEqual([]);
    expect(loggedOf(cause, true)).toEqual(['step']);
  });
});
