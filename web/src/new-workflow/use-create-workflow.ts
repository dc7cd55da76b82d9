import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendForm } from '../api/uploads.ts';
import { useAttempt } from '../api/client/use-attempt.ts';
import type { Schema } from '../api/client/client.ts';
import type { Specification } from './specification/settings.ts';

export interface NewWorkflow {
  readonly name: string;
  readonly description: string;
  readonly picture: File | null;
  readonly specification: Specification;
  readonly learnsFromCorrections: boolean;
}

const formOf = ({ name, description, picture, specification, learnsFromCorrections }: NewWorkflow): FormData => {
  const form = new FormData();
  form.append('workflow_name', name.trim());
  if (description.trim() !== '') form.append('description', description.trim());
  form.append('document_specification', JSON.stringify(specification));
  form.append('learns_from_corrections', String(learnsFromCorrections));
  if (picture !== null) form.append('thumbnail', picture);
  return form;
};

/** Creates a workflow. A repetition with the same fields after a broken connection finds the one that was made. */
export const useCreateWorkflow = () => {
  const queries = useQueryClient();
  const attempt = useAttempt();
  return useMutation({
    mutationFn: async (workflow: NewWorkflow) => {
      const { picture } = workflow;
      const size = picture?.size ?? 0;
      const content = { ...workflow, picture: picture && [picture.name, size, picture.lastModified] };
      const made = await attempt(content, ({ key }) =>
        sendForm('/workflows', formOf(workflow), { idempotencyKey: key, size }),
      );
      // The schema of the 201.
      return made as Schema<'Workflow'>;
    },
    meta: { showsItsError: true },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['workflows'] });
    },
  });
};
