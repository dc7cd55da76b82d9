/** The texts of all mails, on both hosts. They contain no text of documents. `{{name}}` is a placeholder. */

const MAIL_TEMPLATES = {
  'training-complete': {
    subject: 'Training complete: {{workflow_name}}',
    text: `The workflow "{{workflow_name}}" now splits with the model {{model_version}}.
{{figures}}{{assessment}}The model before is kept: you can go back to it.
{{page}}`,
  },
  'training-complete-model-kept': {
    subject: 'Training complete, model kept: {{workflow_name}}',
    text: `The workflow "{{workflow_name}}" has learnt, but goes on splitting with the model it has.
{{figures}}{{reason}}
{{assessment}}The new model is kept: you can make it the model in use.
{{page}}`,
  },
  'training-failed': {
    subject: 'Training failed: {{workflow_name}}',
    text: `The training of the workflow "{{workflow_name}}" failed; the workflow goes on splitting with the model it has.
{{reason}}
{{page}}`,
  },
  'migration-announced': {
    subject: '{{workflow_name}} moves to a new model on {{due_date}}',
    text: `A new base model was released, and a new model of "{{workflow_name}}" was trained from it on the same documents.
{{comparison}}
It can be tried now: process documents with the workflow {{preview_id}}.
On {{due_date}} documents sent to "{{workflow_name}}" will be split by it, unless its owner moves earlier or declines.
The model before is kept: you can go back to it.
{{page}}`,
  },
  'migration-offered': {
    subject: 'A new model of {{workflow_name}} can be tried',
    text: `A new base model was released, and a new model of "{{workflow_name}}" was trained from it on the same documents.
{{comparison}}
It can be tried now: process documents with the workflow {{preview_id}}.
"{{workflow_name}}" keeps the model that it has, unless its owner moves it to the new one.
{{page}}`,
  },
} as const;

type Templates = typeof MAIL_TEMPLATES;
export type MailTemplateName = keyof Templates;

/** The names in double braces in a text. */
type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values that a template requires. */
type MailValues<Name extends MailTemplateName> = Readonly<Record<NamesIn<Templates[Name]['subject' | 'text']>, string>>;

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/**
 * Breaks what mail programs make links of. Whoever names a workflow also chooses the address that its mails go to, so that
 * a name could lead anybody anywhere in the name of the service.
 */
const withoutLinks = (name: string): string =>
  name.replaceAll('://', ': //').replaceAll(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, '. ');

/** Returns a share from 0 to 1 as mails state it, with one decimal: `12.5 %`. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/**
 * Returns the last line of a mail, which leads to a page of the web interface.
 * @param webUrl  where the web interface is; undefined where that is not known: the line is left out
 * @param path  of the page, from its slash on
 */
export const pageLine = (webUrl: string | undefined, path: string): string =>
  webUrl === undefined ? '' : `See it in the web interface: ${webUrl}${path}\n`;

/**
 * Returns the subject and text of a mail. Values are inserted as they are: braces in a value are not replaced; only links
 * in the name of the workflow are broken.
 */
export const writeMail = <Name extends MailTemplateName>(name: Name, values: MailValues<Name>): MailText => {
  const { subject, text } = MAIL_TEMPLATES[name];
  const given = new Map<string, string>(Object.entries(values));
  const workflowName = given.get('workflow_name');
  if (workflowName !== undefined) given.set('workflow_name', withoutLinks(workflowName));
  const fill = (template: string): string =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, key: string) => given.get(key) ?? placeholder);
  return { subject: fill(subject), text: fill(text) };
};
