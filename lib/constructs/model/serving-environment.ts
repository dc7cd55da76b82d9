/** The environment of the model container at an endpoint: SageMaker gives it neither a port by that name nor a region. */

/** Weights of the base model in the image (model-container/Dockerfile). */
const OWN_WEIGHTS = '/opt/tearline/model-container/weights';

/** The variables of model-container/settings.ts, and the region for the S3 client. */
export const servingEnvironment = ({
  bucket,
  region,
}: {
  readonly bucket: string;
  readonly region: string;
}): Readonly<Record<string, string>> => ({
  HOST: '0.0.0.0',
  PORT: '8080',
  SM_MODEL_DIR: OWN_WEIGHTS,
  AWS_REGION: region,
  TEARLINE_BUCKET: bucket,
});
