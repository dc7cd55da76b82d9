/**
 * Who may do what in the account: every role of the stack, every action, every resource, every condition. A permission that is
 * not written here does not pass the tests, and one that is written here and not granted does not either.
 *
 * Names are CDK's logical ids without their hash. `LeadingKeys` are patterns of partition keys of the table; `<…>` is a
 * value of the account that is deployed to.
 */

/** What every function has: its own logs, and traces, which name no resource. */
const function_ = (logs: string): string[] => [
  `logs:CreateLogStream logs:PutLogEvents → ${logs}`,
  'xray:PutTelemetryRecords xray:PutTraceSegments → *',
];

/** Reads rows; DynamoDB decrypts them in the reader's name. */
const reads = (actions: string, partitions: string): string[] => [
  `${actions} → Table [LeadingKeys: ${partitions}]`,
  'kms:Decrypt kms:DescribeKey → DataKey [ViaService: dynamodb.<Region>.amazonaws.com]',
];

const WRITE_KEY =
  'kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey kms:ReEncryptFrom kms:ReEncryptTo → DataKey [ViaService: dynamodb.<Region>.amazonaws.com]';
const writes = (actions: string, partitions: string): string[] => [
  `${actions} → Table [LeadingKeys: ${partitions}]`,
  WRITE_KEY,
];

/** Takes on the role of one tenant at a time. */
const AS_TENANT = 'sts:AssumeRole sts:TagSession → AccessTenantRole';

/** Keeps events that were not handled in the function's own encrypted queue. */
const undelivered = (name: string): string[] => [
  `sqs:SendMessage → ${name}UndeliveredQueue`,
  'kms:Decrypt kms:GenerateDataKey → DataKey [ViaService: sqs.<Region>.amazonaws.com]',
];

const trainingStep = (name: string): string[] => [
  ...function_(`Training${name}Logs`),
  ...writes(
    'dynamodb:ConditionCheckItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem',
    'ACCOUNT#*',
  ),
  AS_TENANT,
];

const SEND_MAIL = [
  'ses:SendEmail ses:SendRawEmail → ses configuration-set/MailSet',
  'ses:SendEmail ses:SendRawEmail → ses identity/AdminEmail',
];

const tellsOfTraining = (name: string): string[] => [
  ...trainingStep(name),
  'dynamodb:GetItem → Table [LeadingKeys: MAIL_ADDRESS#*]',
  'events:PutEvents → EventsBus',
  ...SEND_MAIL,
];

/** By the one endpoint, or the other that takes its place. */
const ASK_MODEL = ['realtime', 'serverless'].map(
  (mode) => `sagemaker:InvokeEndpoint → sagemaker endpoint/tearline-<stage>-${mode}`,
);

const WATCH_JOBS = 'sagemaker:DescribeTrainingJob sagemaker:StopTrainingJob → sagemaker training-job/*';

/** What SageMaker needs to run the container. */
const container = (logs: string): string[] => [
  'cloudwatch:PutMetricData → * [namespace: /aws/sagemaker/*, aws/sagemaker/*]',
  'ecr:BatchCheckLayerAvailability ecr:BatchGetImage ecr:GetDownloadUrlForLayer → ModelImageRepository',
  'ecr:GetAuthorizationToken → *',
  `logs:CreateLogGroup logs:CreateLogStream logs:DescribeLogStreams logs:PutLogEvents → logs log-group:/aws/sagemaker/${logs}`,
  `logs:CreateLogGroup logs:CreateLogStream logs:DescribeLogStreams logs:PutLogEvents → logs log-group:/aws/sagemaker/${logs}:*`,
];

/** What Step Functions needs to set the delivery of its logs up and to trace. */
const MACHINE_LOGS =
  'logs:CreateLogDelivery logs:DeleteLogDelivery logs:DescribeLogGroups logs:DescribeResourcePolicies logs:GetLogDelivery logs:ListLogDeliveries logs:PutResourcePolicy logs:UpdateLogDelivery xray:GetSamplingRules xray:GetSamplingTargets xray:PutTelemetryRecords xray:PutTraceSegments → *';

const invokes = (names: readonly string[]): string[] => names.map((name) => `lambda:InvokeFunction → ${name}Function`);

export const INTENDED_PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  // ---- The pipeline: rows of requests; files only of the tenant whose document it is
  PipelineInspectRole: [
    ...function_('PipelineInspectLogs'),
    ...writes('dynamodb:GetItem dynamodb:UpdateItem', 'PROCESSING#*'),
    AS_TENANT,
  ],
  PipelineReadPagesRole: [
    ...function_('PipelineReadPagesLogs'),
    ...reads('dynamodb:GetItem', 'PROCESSING#*'),
    AS_TENANT,
  ],
  PipelineFindBoundariesRole: [
    ...function_('PipelineFindBoundariesLogs'),
    ...reads('dynamodb:GetItem', 'PROCESSING#*, ACCOUNT#*'),
    AS_TENANT,
    ...ASK_MODEL,
  ],
  PipelineBuildResultsRole: [
    ...function_('PipelineBuildResultsLogs'),
    ...reads('dynamodb:GetItem', 'PROCESSING#*'),
    AS_TENANT,
  ],
  PipelineCompleteRole: [
    ...function_('PipelineCompleteLogs'),
    ...writes('dynamodb:GetItem dynamodb:UpdateItem', 'PROCESSING#*, USAGE#*'),
    AS_TENANT,
    'events:PutEvents → EventsBus',
  ],
  PipelineRecordFailureRole: [
    ...function_('PipelineRecordFailureLogs'),
    ...writes('dynamodb:GetItem dynamodb:UpdateItem', 'PROCESSING#*, USAGE#*'),
    'events:PutEvents → EventsBus',
  ],
  PipelineProcessDocumentMachineRole: [
    MACHINE_LOGS,
    ...invokes(
      ['Inspect', 'ReadPages', 'FindBoundaries', 'BuildResults', 'Complete', 'RecordFailure'].map(
        (step) => `Pipeline${step}`,
      ),
    ),
    // Its Distributed Map runs chunks as executions of the machine itself.
    'states:StartExecution → PipelineProcessDocumentMachine',
    'states:DescribeExecution states:StopExecution → states execution:PipelineProcessDocumentMachine/*',
    'states:DescribeExecution states:StopExecution → states execution:PipelineProcessDocumentMachine:*',
    'states:RedriveExecution → states execution:PipelineProcessDocumentMachine/*',
  ],

  // ---- The one role that reaches documents for the steps, confined by its session's tag
  AccessTenantRole: [
    's3:AbortMultipartUpload s3:DeleteObject s3:GetObject s3:PutObject → StorageDocuments/accounts/${aws:PrincipalTag/tenant}/*',
    's3:ListBucket → StorageDocuments [prefix: accounts/${aws:PrincipalTag/tenant}/*]',
    'kms:Decrypt kms:GenerateDataKey → DataKey',
  ],

  // ---- The API: whose request it is, is known only once it is answered
  ApiFunctionsApiRole: [
    ...function_('ApiFunctionsApiLogs'),
    'dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem → Table',
    WRITE_KEY,
    's3:AbortMultipartUpload s3:DeleteObject s3:GetObject s3:PutObject → StorageDocuments/accounts/*',
    's3:ListBucket → StorageDocuments [prefix: accounts/*]',
    'kms:Decrypt kms:GenerateDataKey → DataKey',
    'states:StartExecution → PipelineProcessDocumentMachine',
  ],
  ApiFunctionsRenderApiRole: [
    ...function_('ApiFunctionsRenderApiLogs'),
    ...reads('dynamodb:GetItem', 'API_KEY_HASH#*, ACCOUNT#*, DEPLOYMENT, PROCESSING#*'),
    // Once it knows whose request it answers.
    AS_TENANT,
  ],
  ApiFunctionsAuthorizerRole: [
    ...function_('ApiFunctionsAuthorizerLogs'),
    ...reads('dynamodb:GetItem', 'API_KEY_HASH#*, ACCOUNT#*, DEPLOYMENT'),
  ],
  ApiRestCloudWatchRole: ['managed AmazonAPIGatewayPushToCloudWatchLogs'],

  // ---- The operator and the clock
  OperationsCreateKeyRole: [
    ...function_('OperationsCreateKeyLogs'),
    ...writes(
      'dynamodb:ConditionCheckItem dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem',
      'ACCOUNT#*, API_KEY_HASH#*, DEPLOYMENT',
    ),
  ],
  OperationsResumeUnfinishedRole: [
    ...function_('OperationsResumeUnfinishedLogs'),
    'dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:Query dynamodb:UpdateItem → Table',
    'dynamodb:Query → Table/index/by_index',
    WRITE_KEY,
    's3:DeleteObject → StorageDocuments/accounts/*',
    's3:ListBucket → StorageDocuments [prefix: accounts/*]',
    'kms:Decrypt → DataKey',
    'events:PutEvents → EventsBus',
    'states:StartExecution → PipelineProcessDocumentMachine',
    'states:DescribeExecution states:RedriveExecution → states execution:PipelineProcessDocumentMachine:*',
    'states:StartExecution → TrainingTrainWorkflowMachine',
    'states:DescribeExecution states:RedriveExecution → states execution:TrainingTrainWorkflowMachine:*',
    WATCH_JOBS,
    ...SEND_MAIL,
    ...undelivered('OperationsResumeUnfinished'),
  ],
  MailMailFeedbackRole: [
    ...function_('MailMailFeedbackLogs'),
    ...writes('dynamodb:GetItem dynamodb:PutItem', 'MAIL_ADDRESS#*'),
    ...undelivered('MailMailFeedback'),
  ],

  // ---- Training: rows of accounts and their workflows; files only of the tenant whose workflow it is
  TrainingPrepareTrainingRole: trainingStep('PrepareTraining'),
  TrainingStartTrainingRole: [
    ...trainingStep('StartTraining'),
    'sagemaker:AddTags sagemaker:CreateTrainingJob sagemaker:DescribeTrainingJob sagemaker:StopTrainingJob → sagemaker training-job/*',
    'iam:PassRole → TrainingJobsRole [PassedToService: sagemaker.amazonaws.com]',
  ],
  TrainingCheckTrainingRole: [...trainingStep('CheckTraining'), WATCH_JOBS],
  TrainingEvaluateModelRole: trainingStep('EvaluateModel'),
  TrainingGateModelRole: trainingStep('GateModel'),
  TrainingDeployModelRole: [...trainingStep('DeployModel'), ...ASK_MODEL],
  TrainingCompleteTrainingRole: [...tellsOfTraining('CompleteTraining'), WATCH_JOBS],
  TrainingRecordTrainingFailureRole: [...tellsOfTraining('RecordTrainingFailure'), WATCH_JOBS],
  TrainingTrainWorkflowMachineRole: [
    MACHINE_LOGS,
    ...invokes(
      [
        'PrepareTraining',
        'StartTraining',
        'CheckTraining',
        'EvaluateModel',
        'GateModel',
        'DeployModel',
        'CompleteTraining',
        'RecordTrainingFailure',
      ].map((step) => `Training${step}`),
    ),
  ],

  // ---- SageMaker: the container that serves, and the one that trains
  SplitEndpointRole: [
    ...container('Endpoints/tearline-<stage>-serverless'),
    's3:GetObject → StorageDocuments/accounts/*/workflows/*/models/*/weights.json',
    's3:ListBucket → StorageDocuments [prefix: accounts/*/workflows/*/models/*/weights.json]',
    'kms:Decrypt → DataKey',
  ],
  TrainingJobsRole: [
    ...container('TrainingJobs'),
    's3:AbortMultipartUpload s3:GetObject s3:PutObject → StorageDocuments/accounts/*/workflows/*/trainings/*',
    's3:ListBucket → StorageDocuments [prefix: accounts/*/workflows/*/trainings/*]',
    'kms:Decrypt kms:DescribeKey kms:GenerateDataKey → DataKey',
    'kms:CreateGrant → DataKey [GrantIsForAWSResource: true]',
  ],

  // ---- The build of the model's image, as deploy-time-build and CDK grant it
  DeployTimeBuildCustomResourceHandlerdb740fd554364a848a09e6dfcd01f4f3ServiceRole: [
    'codebuild:StartBuild → ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64',
    'managed AWSLambdaBasicExecutionRole',
  ],
  ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64Role: [
    'codebuild:BatchPutCodeCoverages codebuild:BatchPutTestCases codebuild:CreateReport codebuild:CreateReportGroup codebuild:UpdateReport → codebuild report-group/ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64-*',
    'ecr:BatchCheckLayerAvailability ecr:BatchGetImage ecr:CompleteLayerUpload ecr:DescribeImages ecr:GetDownloadUrlForLayer ecr:InitiateLayerUpload ecr:PutImage ecr:UploadLayerPart → ModelImageRepository',
    'ecr:GetAuthorizationToken → *',
    'logs:CreateLogGroup logs:CreateLogStream logs:PutLogEvents → logs log-group:/aws/codebuild/ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64',
    'logs:CreateLogGroup logs:CreateLogStream logs:PutLogEvents → logs log-group:/aws/codebuild/ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64:*',
    'managed AmazonElasticContainerRegistryPublicReadOnly',
    's3:GetBucket* s3:GetObject* s3:List* → s3 cdk-hnb659fds-assets-<AccountId>-<Region>',
    's3:GetBucket* s3:GetObject* s3:List* → s3 cdk-hnb659fds-assets-<AccountId>-<Region>/*',
  ],
};

/** Roles whose permissions another library makes: their wildcards are explained in lib/constructs/model-image-build.ts. */
export const MADE_ELSEWHERE = /^(DeployTimeBuild|ContainerImageBuild)/;
