/** Paths, parameters and bodies of the routes of trainings and models. */
import { z } from 'zod';
import { collectionNameSchema } from '../../../../core/requests/training-documents/collection.ts';
import { migrationDecisionSchema } from '../../../../core/workflows/migrations/decide-migration.ts';
import { BASE_MODEL } from '../../../../core/workflows/models/models.ts';
import { uploadedFileSchema } from '../api-schemas.ts';
import { WORKFLOW_PATH, workflowIdPathSchema } from '../workflows/workflow-schemas.ts';

export const TRAININGS_PATH = `${WORKFLOW_PATH}/trainings`;
export const TRAINING_PATH = `${TRAININGS_PATH}/{training_id}`;
export const MIGRATION_PATH = `${WORKFLOW_PATH}/migration`;
export const MODELS_PATH = `${WORKFLOW_PATH}/models`;
export const MODEL_PATH = `${MODELS_PATH}/{version}`;

export const trainingPathSchema = workflowIdPathSchema.extend({
  training_id: z.guid().meta({ description: 'The training', param: { id: 'TrainingId' } }),
});

const versionSchema = z.string().regex(new RegExp(`^(?:${BASE_MODEL}|workflow-[0-9a-f]{12})$`, 'u'), {
  error: `must be ${BASE_MODEL} or a version such as workflow-0123456789ab`,
});

export const modelPathSchema = workflowIdPathSchema.extend({
  version: versionSchema.meta({ description: 'A version, or `base` for the base model', param: { id: 'Version' } }),
});

export const compareQuerySchema = z.strictObject({
  base: versionSchema.describe('The model to compare with'),
  candidate: versionSchema.describe('The model to judge'),
});

const MAX_COLLECTIONS = 1000;

export const startTrainingSchema = z
  .strictObject({
    collections: z
      .array(collectionNameSchema)
      .min(1)
      .max(MAX_COLLECTIONS)
      .optional()
      .describe('Train on the documents of these collections; absent: on all'),
  })
  .meta({ id: 'StartTraining' });

export const importModelFileSchema = z
  .strictObject({ file: uploadedFileSchema('A file that GET …/models/{version}/export gave') })
  .meta({ id: 'ImportModelFile' });

export const importModelUploadSchema = z
  .strictObject({ upload_id: z.guid().describe('From POST /uploads, after the file was sent') })
  .meta({ id: 'ImportModelUpload' });

export const decideMigrationSchema = z
  .strictObject({ decision: migrationDecisionSchema.describe('move_now: to the new model; decline: keep the own one') })
  .meta({ id: 'DecideMigration' });
