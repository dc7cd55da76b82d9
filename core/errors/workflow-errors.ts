/** Errors of workflows, training documents, trainings, models and webhooks. */
import { TearlineError } from './tearline-error.ts';

/** No workflow with this key in the caller's account. */
export class WorkflowNotFoundError extends TearlineError {
  readonly code = 'workflow_not_found';
  readonly status = 404;
  readonly title = 'No such workflow';
}

/** The workflow of a document was deleted before the document was split. */
export class WorkflowDeletedError extends WorkflowNotFoundError {
  constructor(options?: ErrorOptions) {
    super(
      'The workflow was deleted while the document was processed. The request was not charged; send the document to ' +
        'another workflow.',
      options,
    );
  }
}

/** What training data lacks, as the API shows it: at least so many more of each. */
export interface MissingTrainingData {
  /** Annotated documents. */
  readonly documents: number;
  /** Boundaries between annotated documents. */
  readonly boundaries: number;
  /** Annotated documents of two pages or more. */
  readonly multi_page_documents: number;
}

/**
 * The workflow's data cannot be trained on, e.g. too few documents. `code` comes from the container (docs/training.md).
 */
export class TrainingRefusedError extends TearlineError {
  readonly code: string;
  readonly status = 422;
  readonly title = 'The training was refused';
  override readonly causedByDocument = true;
  /** The workflow, whose data it is. */
  override readonly loc = ['path', 'workflow_id'];
  /** Undefined where the container refused. */
  readonly missing: MissingTrainingData | undefined;
  constructor(code: string, detail: string, missing?: MissingTrainingData) {
    super(detail);
    this.code = code;
    this.missing = missing;
  }
}

/** The generic workflow belongs to every account and cannot be changed. */
export class WorkflowFixedError extends TearlineError {
  readonly code = 'workflow_fixed';
  readonly status = 422;
  readonly title = 'This workflow cannot be changed';
}

/** Feedback names a class, but the workflow does not classify. */
export class ClassNotSupportedError extends TearlineError {
  readonly code = 'class_not_supported';
  readonly status = 400;
  readonly title = 'The workflow does not have this class';
  constructor() {
    super('This workflow splits documents and does not classify them. Send the feedback without expected_class.');
  }
}

/** The workflow has a collection of this name. */
export class CollectionExistsError extends TearlineError {
  readonly code = 'collection_exists';
  readonly status = 409;
  readonly title = 'There is such a collection';
  constructor(name: string) {
    super(`The workflow has a collection ${JSON.stringify(name)} already. Use it, or choose another name.`);
  }
}

/** The operation is not possible in the training document's status, e.g. an annotation before the pages are read. */
export class TrainingDocumentStateError extends TearlineError {
  readonly code = 'training_document_state';
  readonly status = 409;
  readonly title = 'Not possible in the status of the training document';
}

/** The training document was annotated after the caller read it. */
export class TrainingDocumentChangedError extends TearlineError {
  readonly code = 'training_document_changed';
  readonly status = 412;
  readonly title = 'The training document has changed';
  constructor() {
    super(
      'The training document was annotated after you read it; nothing was changed. Read it, then annotate it again.',
    );
  }
}

/** The generic workflow is never trained. */
export class WorkflowNotTrainableError extends TearlineError {
  readonly code = 'workflow_not_trainable';
  readonly status = 422;
  readonly title = 'This workflow cannot be trained';
  override readonly loc: readonly string[];
  /** @param loc  where the request names the workflow */
  constructor(detail: string, loc: readonly string[] = ['path', 'workflow_id']) {
    super(detail);
    this.loc = loc;
  }
}

/** The operation is not possible in the training's state, e.g. while another training of the workflow runs. */
export class TrainingStateError extends TearlineError {
  readonly code = 'training_state';
  readonly status = 409;
  readonly title = 'Not possible in the state of the training';
}

/** A training is requested while another one of the workflow has not ended. */
export class TrainingRunningError extends TrainingStateError {
  constructor() {
    super('A training of this workflow has not ended yet. Wait for it, or cancel it.');
  }
}

/** A training's weights cannot be used: damaged, of another schema version, or not those that its report describes. */
export class ModelUnusableError extends TearlineError {
  readonly code = 'model_unusable';
  readonly status = 500;
  readonly title = 'The trained model cannot be used';
}

/** A document cannot be split, because the split model cannot load the model in use of its workflow. */
export class WorkflowModelUnusableError extends TearlineError {
  readonly code = 'workflow_model_unusable';
  readonly status = 500;
  readonly title = "The workflow's model cannot be loaded";
  constructor(options?: ErrorOptions) {
    super(
      'The model of the workflow cannot be loaded: its file is missing or damaged, or this release does not read it. ' +
        'Put another of its models into use, such as the base model; then train it again. The request was not charged.',
      options,
    );
  }
}

/** The delivery to a webhook has not ended: it is attempted again by itself. */
export class DeliveryPendingError extends TearlineError {
  readonly code = 'delivery_pending';
  readonly status = 409;
  readonly title = 'The delivery is still being attempted';
  constructor(options?: ErrorOptions) {
    super(
      'The delivery has not ended: it is attempted again by itself. It can be replayed once it has ended.',
      options,
    );
  }
}

/** Another request changed the webhook's secret first. */
export class WebhookChangedError extends TearlineError {
  readonly code = 'webhook_changed';
  readonly status = 409;
  readonly title = 'The webhook was changed meanwhile';
  constructor(options?: ErrorOptions) {
    super('Another request gave the webhook a new secret first. Use that one, or send the request again.', options);
  }
}

/** The weights of a kept model are of a version that this release does not load any more. */
export class ModelNotLoadableError extends TearlineError {
  readonly code = 'model_not_loadable';
  readonly status = 409;
  readonly title = 'The model cannot be loaded any more';
}

/** No migration of the workflow is announced, it has ended, or its preview has been deleted. */
export class MigrationStateError extends TearlineError {
  readonly code = 'migration_state';
  readonly status = 409;
  readonly title = 'Not possible in the state of the migration';
}

/** No training has evaluated both models on the same held-out documents. */
export class ModelsNotComparedError extends TearlineError {
  readonly code = 'models_not_compared';
  readonly status = 409;
  readonly title = 'The models were not compared';
}

/** The serving model changed during the training: the new model was not compared with it. */
export class ServingModelChangedError extends TearlineError {
  readonly code = 'serving_model_changed';
  readonly status = 409;
  readonly title = 'Another model went live meanwhile';
}
