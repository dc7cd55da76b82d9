import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../../../web/src/api/client/problem.ts';
import { refusedFields } from '../../../../web/src/new-workflow/refused-fields.ts';

const refusal = (...errors: { loc: (string | number)[]; msg: string; type: string }[]): ApiProblem =>
  new ApiProblem({ status: 422, title: 'Not valid', detail: 'See errors.', code: 'validation_error', errors });

describe('The refused fields of a new workflow', () => {
  it('have what the API says of each', () => {
    const thumbnail = { loc: ['body', 'thumbnail'], msg: 'must be an image', type: 'no_image' };
    const script = {
      loc: ['body', 'document_specification', 'script'],
      msg: 'must be latin or japanese',
      type: 'invalid_value',
    };
    expect([...refusedFields(refusal(thumbnail, script))]).toEqual([
      ['thumbnail', thumbnail],
      ['script', script],
    ]);
  });

  it('have the first of several refusals', () => {
    const error = refusal(
      { loc: ['body', 'workflow_name'], msg: 'first', type: 'a' },
      { loc: ['body', 'workflow_name'], msg: 'second', type: 'b' },
    );
    expect(refusedFields(error).get('workflow_name')).toMatchObject({ msg: 'first', type: 'a' });
  });

  it('are none where the error is about something else', () => {
    expect(refusedFields(refusal({ loc: ['header', 'idempotency-key'], msg: 'too long', type: 'too_big' })).size).toBe(
      0,
    );
    expect(refusedFields(new Error('offline')).size).toBe(0);
    expect(refusedFields(null).size).toBe(0);
  });
});
