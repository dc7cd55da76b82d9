import { describe, expect, it } from 'vitest';
import { writeMail } from '../../../core/events/mail-templates.ts';

describe('a mail', () => {
  it.each([
    writeMail('training-complete', { workflow_name: 'Mail', model_version: 'm-2', figures: '', assessment: '' }),
    writeMail('training-complete-model-kept', {
      workflow_name: 'Mail',
      figures: '',
      assessment: '',
      reason: 'The new model is not better.',
    }),
    writeMail('training-failed', { workflow_name: 'Mail', reason: 'Why.' }),
    writeMail('migration-announced', {
      workflow_name: 'Mail',
      due_date: '2027-01-31',
      comparison: 'It is better.',
      preview_id: '1',
    }),
    writeMail('migration-offered', { workflow_name: 'Mail', comparison: 'It is no better.', preview_id: '1' }),
  ])('contains a value for every placeholder: $subject', ({ subject, text }) => {
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/);
    expect(subject).toMatch(/Mail/);
    expect(text).toMatch(/\n$/);
  });

  it('contains values as they are, also where they contain braces', () => {
    expect(writeMail('training-failed', { workflow_name: '{{reason}} $& Größe', reason: 'Why.' }).subject).toBe(
      'Training failed: {{reason}} $& Größe',
    );
  });
});
