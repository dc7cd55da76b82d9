export { S3Client } from '@aws-sdk/client-s3';
export { App } from 'aws-cdk-lib';
