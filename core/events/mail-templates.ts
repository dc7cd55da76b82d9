/** The texts of all mail, whichever host sends it. No word of a document is in them. What stands in double braces is filled in. */

const MAIL_TEMPLATES = {
  'training-complete': {
    subject: 'Training complete: {{workflow_name}}',
    text: 'The workflow "{{workflow_name}}" now splits with the model {{model_version}}.\n{{figures}}The model before is kept: you can go back to it.\n',
  },
  'training-complete-model-kept': {
    subject: 'Training complete, model kept: {{workflow_name}}',
    text: 'The workflow "{{workflow_name}}" has learnt, but goes on splitting with the model it has.\n{{figures}}{{reason}}\nMore annotated documents may help.\n',
  },
  'training-failed': {
    subject: 'Training failed: {{workflow_name}}',
    text: 'The training of the workflow "{{workflow_name}}" failed; the workflow goes on splitting with the model it has.\n{{reason}}\n',
  },
  'migration-announced': {
    subject: '{{workflow_name}} moves to a new model on {{due_date}}',
    text: 'A preview of the new model of "{{workflow_name}}" can be tried now, as a workflow of its own: {{preview_url}}\nOn {{due_date}} documents sent to "{{workflow_name}}" will be split by it.\n',
  },
  'share-link': {
    subject: '{{sender_name}} asks you to check how a document was split',
    text: '{{sender_name}} shares one document with you: {{url}}\nThe link gives read access to this document alone, until {{expires_at}}.\n',
  },
} as const;

type Templates = typeof MAIL_TEMPLATES;
export type MailTemplateName = keyof Templates;

/** The names in double braces in a text. */
type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What a template wants filled in. */
type MailValues<Name extends MailTemplateName> = Readonly<Record<NamesIn<Templates[Name]['subject' | 'text']>, string>>;

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** The subject and text of one mail. What a value says stands as it is: braces in it are filled in no further. */
export const writeMail = <Name extends MailTemplateName>(name: Name, values: MailValues<Name>): MailText => {
  const { subject, text } = MAIL_TEMPLATES[name];
  const given = new Map<string, string>(Object.entries(values));
  const fill = (template: string): string =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (whole, value: string) => given.get(value) ?? whole);
  return { subject: fill(subject), text: fill(text) };
};
