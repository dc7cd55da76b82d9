/** Programs that use one workflow, in several languages. `.ci/snippets.sh` runs them all against a running service. */
import type { z } from 'zod';
import { snippetTaskSchema } from '../routes/service/workflow-api.ts';
import type { snippetLanguageSchema } from '../routes/service/workflow-api.ts';
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript, typescript } from './javascript.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import type { SnippetContext, SnippetLanguage, SnippetTask } from './snippet.ts';

type LanguageName = z.infer<typeof snippetLanguageSchema>;

const LANGUAGES = { curl, python, javascript, typescript, java, csharp, php, go, ruby } as const satisfies Record<
  LanguageName,
  SnippetLanguage
>;

export interface Snippet {
  readonly task: SnippetTask;
  readonly file_name: string;
  /** The command that runs the file, with its arguments. */
  readonly run: string;
  readonly code: string;
}

/** Tasks whose programs take the id of a processing request as their argument. */
const WITH_ID: readonly SnippetTask[] = ['sub_pdfs', 'feedback', 'verification'];

/** Java's files have the name of their class: `SubPdfs.java`. */
const fileName = (task: SnippetTask, extension: string): string =>
  extension === 'java'
    ? `${task.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}.java`
    : `${task}.${extension}`;

/** Returns one program for each task. */
export const snippetsOf = (language: LanguageName, context: SnippetContext): readonly Snippet[] => {
  const { extension, command, programs } = LANGUAGES[language];
  const codes = programs(context);
  return snippetTaskSchema.options.map((task) => {
    const name = fileName(task, extension);
    return {
      task,
      file_name: name,
      run: `${command} ${name}${WITH_ID.includes(task) ? ' PROCESSING_ID' : ''}`,
      code: codes[task],
    };
  });
};
