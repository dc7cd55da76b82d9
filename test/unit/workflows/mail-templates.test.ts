import { describe, expect, it } from 'vitest';
import { pageLine, writeMail } from '../../../core/events/mail-templates.ts';

describe('a mail', () => {
  it.each([
    writeMail('training-complete', {
      workflow_name: 'Mail',
      model_version: 'm-2',
      figures: '',
      assessment: '',
      page: '',
    }),
    writeMail('training-complete-model-kept', {
      workflow_name: 'Mail',
      figures: '',
      assessment: '',
      reason: 'The new model is not better.',
      page: '',
    }),
    writeMail('training-failed', { workflow_name: 'Mail', reason: 'Why.', page: '' }),
    writeMail('migration-announced', {
      workflow_name: 'Mail',
      due_date: '2027-01-31',
      comparison: 'It is better.',
      preview_id: '1',
      page: '',
    }),
    writeMail('migration-offered', {
      workflow_name: 'Mail',
      comparison: 'It is no better.',
      preview_id: '1',
      page: '',
    }),
  ])('contains a value for every placeholder: $subject', ({ subject, text }) => {
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/);
    expect(subject).toMatch(/Mail/);
    expect(text).toMatch(/\n$/);
  });

  it('contains values as they are, also where they contain braces', () => {
    expect(
      writeMail('training-failed', { workflow_name: '{{reason}} $& Größe', reason: 'Why.', page: '' }).subject,
    ).toBe('Training failed: {{reason}} $& Größe');
  });

  it('leads to a page of the web interface in its last line, where the service knows its address', () => {
    const page = pageLine('https://split.example.com', '/workflows/1/training');
    const { text } = writeMail('training-failed', { workflow_name: 'Mail', reason: 'Why.', page });
    expect(text).toMatch(
      /Why\.\nSee it in the web interface: https:\/\/split\.example\.com\/workflows\/1\/training\n$/,
    );
    expect(pageLine(undefined, '/workflows/1/training')).toBe('');
  });

  it('has no link but its own: those in the name of a workflow are broken', () => {
    const workflow_name = 'Your account is locked: https://evil.example/x, evil.example, 192.0.2.1/x, 2026. A. Meier.';
    const { subject, text } = writeMail('training-failed', { workflow_name, reason: 'Why.', page: '' });
    const broken = 'Your account is locked: https: //evil. example/x, evil. example, 192. 0. 2. 1/x, 2026. A. Meier.';
    expect(subject).toBe(`Training failed: ${broken}`);
    expect(text).toContain(broken);
  });
});
