/** Why a training was refused: the data, the hyperparameters or the weights, never a fault of the program. */
export type TrainingRefusal =
  | 'no_documents'
  | 'one_document'
  | 'too_few_documents'
  | 'too_many_documents'
  | 'no_boundary'
  | 'single_pages_only'
  | 'damaged_records'
  | 'wrong_schema_version'
  | 'damaged_annotation'
  | 'invalid_hyperparameters'
  | 'unusable_weights';

/** A stable code for programs and a sentence for people. */
export class TrainingRefusedError extends Error {
  readonly code: TrainingRefusal;
  constructor(code: TrainingRefusal, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'TrainingRefusedError';
    this.code = code;
  }
}
