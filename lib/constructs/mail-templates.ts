/** The texts of what is sent. The names in double braces are filled in by the sender. */
export interface MailTemplate {
  readonly name: string;
  readonly subjectPart: string;
  readonly textPart: string;
}

export const MAIL_TEMPLATES: readonly MailTemplate[] = [
  {
    name: 'training-complete',
    subjectPart: 'The training of {{workflow_name}} is complete',
    textPart: 'The workflow {{workflow_name}} has a new model, {{model_version}}. It is used for documents from now on.\n\n{{summary}}\n',
  },
  {
    name: 'training-failed',
    subjectPart: 'The training of {{workflow_name}} failed',
    textPart: 'The workflow {{workflow_name}} keeps the model that it had.\n\nWhy: {{reason}}\n',
  },
  {
    name: 'migration-announced',
    subjectPart: '{{workflow_name}} moves to a new model on {{due_date}}',
    textPart: 'A preview of the new model of {{workflow_name}} can be tried now, as a workflow of its own: {{preview_url}}\n\nOn {{due_date}} documents sent to {{workflow_name}} will be split by it.\n',
  },
  {
    name: 'share-link',
    subjectPart: '{{sender_name}} asks you to check how a document was split',
    textPart: '{{sender_name}} shares one document with you: {{url}}\n\nThe link gives read access to this document alone, until {{expires_at}}.\n',
  },
];
