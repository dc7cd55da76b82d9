/** Schemas of workflows: paths, bodies and answers. */
import { z } from 'zod';
import { hasControlCharacters } from '../../../../core/control-characters.ts';
import { wellFormedText } from '../../../../core/requests/request-sentences.ts';
import { documentSpecificationSchema } from '../../../../core/requests/workflows/document-specification.ts';
import { uploadedFileSchema } from '../api-schemas.ts';
import { booleanParameter } from '../../../../core/results/pdf/pdf-query.ts';
import { workflowTrainingStateSchema } from '../../../../core/workflows/workflow.ts';

export const WORKFLOWS_PATH = '/workflows';
export const WORKFLOW_PATH = `${WORKFLOWS_PATH}/{workflow_id}`;

export const workflowIdPathSchema = z.object({
  workflow_id: z.guid().meta({ description: 'The workflow', param: { id: 'WorkflowId' } }),
});

const MAX_NAME = 200;
const MAX_DESCRIPTION = 2000;

const fields = {
  workflow_name: wellFormedText()
    .max(MAX_NAME)
    .refine((name) => name.trim() !== '', 'must not be empty')
    .refine((name) => !hasControlCharacters(name), 'must have no control characters'),
  description: wellFormedText().max(MAX_DESCRIPTION).optional(),
};

const LEARNS =
  'Whether a correction, by the verification of a result of this workflow, becomes an annotated training document';

export const createWorkflowSchema = z
  .strictObject({
    ...fields,
    document_specification: documentSpecificationSchema.prefault({}),
    learns_from_corrections: z.boolean().default(false).describe(LEARNS),
  })
  .meta({ id: 'CreateWorkflow' });

export const createWorkflowFormSchema = z
  .strictObject({
    ...fields,
    // The body reader has parsed it.
    document_specification: z
      .unknown()
      .optional()
      .pipe(documentSpecificationSchema.prefault({}))
      .meta({
        description: 'DocumentSpecification as JSON',
        override: { type: 'string', contentMediaType: 'application/json' },
      }),
    thumbnail: uploadedFileSchema('JPEG, PNG, GIF or WebP of at most 5 MB; it is kept as a small JPEG').optional(),
    learns_from_corrections: booleanParameter(LEARNS).default(false),
  })
  .meta({ id: 'CreateWorkflowForm' });

export const workflowViewSchema = z
  .strictObject({
    workflow_id: z.uuid().describe('Also the workflow_key of POST /processing/{workflow_key}'),
    workflow_name: z.string(),
    description: z.string().nullable(),
    document_specification: documentSpecificationSchema
      .nullable()
      .describe('Fixed at creation; null for the generic workflow, which reads all scripts'),
    learns_from_corrections: z.boolean().describe(LEARNS),
    thumbnail: z.string().nullable().describe('Path of the image'),
    created_at: z.iso.datetime().nullable(),
    training_state: workflowTrainingStateSchema
      .nullable()
      .describe('Null for the generic workflow, which is not trained'),
    last_training_date: z.iso.datetime().nullable(),
    model_version: z.string().nullable().describe('The trained model in use; null: the base model'),
    preview: z.boolean().describe('Whether it is the preview of a migration'),
    parent_workflow_id: z.uuid().nullable().describe('The workflow that a preview will replace'),
    migration_due_at: z.iso.datetime().nullable(),
    is_latest_architecture: z.boolean(),
  })
  .meta({ id: 'Workflow' });
