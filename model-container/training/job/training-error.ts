/** Reasons to refuse a training. They concern the data, the hyperparameters or the weights, never an internal error. */
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

/** The training is refused. `code` is stable and machine-readable, the message is for people. */
export class TrainingRefusedError extends Error {
  readonly code: TrainingRefusal;
  constructor(code: TrainingRefusal, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'TrainingRefusedError';
    this.code = code;
  }
}
