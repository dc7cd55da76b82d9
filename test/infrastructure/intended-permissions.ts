/**
 * All permissions of the stack: every role, action, resource and condition. The tests fail for a permission that is not
 * listed here, and for one that is listed and not granted.
 *
 * Names are CDK's logical ids without their hash. `LeadingKeys` are patterns of partition keys of the table; `<…>` is a
 * value of the target AWS account.
 */

/** Permissions of every function: its own logs, and traces, which support no resource. */
const function_ = (logs: string): string[] => [
  `logs:CreateLogStream logs:PutLogEvents → ${logs}`,
  'xray:PutTelemetryRecords xray:PutTraceSegments → *',
];

const INTERFACES =
  'ec2:AssignPrivateIpAddresses ec2:CreateNetworkInterface ec2:DeleteNetworkInterface ec2:DescribeNetworkInterfaces ' +
  'ec2:DescribeSubnets ec2:UnassignPrivateIpAddresses';

/** Has documents parsed, by presigned URLs. */
const INVOKE_PARSE = 'lambda:InvokeFunction → ParsingParseFunction';

/** Reads rows; DynamoDB decrypts them with the caller's permissions. */
const reads = (actions: string, partitions: string): string[] => [
  `${actions} → Table [LeadingKeys: ${partitions}]`,
  'kms:Decrypt kms:DescribeKey → DataKey [ViaService: dynamodb.<Region>.amazonaws.com]',
];

const WRITE_KEY =
  'kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey kms:ReEncryptFrom kms:ReEncryptTo → DataKey ' +
  '[ViaService: dynamodb.<Region>.amazonaws.com]';
const writes = (actions: string, partitions: string): string[] => [
  `${actions} → Table [LeadingKeys: ${partitions}]`,
  WRITE_KEY,
];

/** Assumes the data role for one tenant at a time. */
const ASSUME_TENANT_ROLE = 'sts:AssumeRole sts:TagSession → AccessTenantRole';

/** Sends failed events to the function's encrypted dead-letter queue. */
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
  ASSUME_TENANT_ROLE,
];

const SEND_MAIL = [
  'ses:SendEmail ses:SendRawEmail → ses configuration-set/MailSet',
  'ses:SendEmail ses:SendRawEmail → ses identity/AdminEmail',
];

const notifiesOfTraining = (name: string): string[] => [
  ...trainingStep(name),
  'dynamodb:GetItem → Table [LeadingKeys: MAIL_ADDRESS#*]',
  'events:PutEvents → EventsBus',
  ...SEND_MAIL,
];

/** The current endpoint, or the one that replaces it. */
const INVOKE_ENDPOINT = ['realtime', 'serverless'].map(
  (mode) => `sagemaker:InvokeEndpoint → sagemaker endpoint/tearline-<stage>-${mode}`,
);

const WATCH_JOBS = 'sagemaker:DescribeTrainingJob sagemaker:StopTrainingJob → sagemaker training-job/*';

/** Whoever an account lists can sign in, and nobody else. */
const CHANGE_USERS = 'cognito-idp:AdminCreateUser cognito-idp:AdminDeleteUser → IdentityUsers';

/** Permissions of SageMaker to run the container. */
const container = (logs: string): string[] => [
  'cloudwatch:PutMetricData → * [namespace: /aws/sagemaker/*, aws/sagemaker/*]',
  'ecr:BatchCheckLayerAvailability ecr:BatchGetImage ecr:GetDownloadUrlForLayer → ModelImageRepository',
  'ecr:GetAuthorizationToken → *',
  'logs:CreateLogGroup logs:CreateLogStream logs:DescribeLogStreams logs:PutLogEvents → logs ' +
    `log-group:/aws/sagemaker/${logs}`,
  'logs:CreateLogGroup logs:CreateLogStream logs:DescribeLogStreams logs:PutLogEvents → logs ' +
    `log-group:/aws/sagemaker/${logs}:*`,
];

/** Permissions of Step Functions for log delivery and tracing. */
const MACHINE_LOGS =
  'logs:CreateLogDelivery logs:DeleteLogDelivery logs:DescribeLogGroups logs:DescribeResourcePolicies ' +
  'logs:GetLogDelivery logs:ListLogDeliveries logs:PutResourcePolicy logs:UpdateLogDelivery xray:GetSamplingRules ' +
  'xray:GetSamplingTargets xray:PutTelemetryRecords xray:PutTraceSegments → *';

const invokes = (names: readonly string[]): string[] => names.map((name) => `lambda:InvokeFunction → ${name}Function`);

export const INTENDED_PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  // ---- Where documents are opened: its logs and nothing else. Lambda attaches it to its network; its code cannot.
  ParsingParseRole: [
    'logs:CreateLogStream logs:PutLogEvents → ParsingParseLogs',
    `${INTERFACES} → *`,
    `deny ${INTERFACES} → * [SourceFunctionArn: false]`,
  ],
  ParsingNetworkVpcRefusedIAMRole: [
    'logs:CreateLogStream logs:DescribeLogStreams logs:PutLogEvents → ParsingNetworkRefusedLogs',
  ],

  // ---- Document pipeline: rows of requests; files only of the document's tenant
  PipelineInspectRole: [
    ...function_('PipelineInspectLogs'),
    ...writes(
      'dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem',
      'ACCOUNT#*#PROCESSING#*, ACCOUNT#*#MONTHS, ACCOUNT#*#DOCUMENTS*',
    ),
    ASSUME_TENANT_ROLE,
    INVOKE_PARSE,
  ],
  PipelineReadPagesRole: [
    ...function_('PipelineReadPagesLogs'),
    ...writes('dynamodb:ConditionCheckItem dynamodb:GetItem dynamodb:PutItem', 'ACCOUNT#*#PROCESSING#*'),
    ASSUME_TENANT_ROLE,
    INVOKE_PARSE,
  ],
  PipelineFindBoundariesRole: [
    ...function_('PipelineFindBoundariesLogs'),
    'dynamodb:GetItem → Table [LeadingKeys: ACCOUNT#*#PROCESSING#*, ACCOUNT#*]',
    ...writes('dynamodb:UpdateItem', 'ACCOUNT#*#PROCESSING#*, ACCOUNT#*#MONTHS'),
    ASSUME_TENANT_ROLE,
    ...INVOKE_ENDPOINT,
  ],
  PipelineBuildResultsRole: [
    ...function_('PipelineBuildResultsLogs'),
    ...reads('dynamodb:GetItem', 'ACCOUNT#*#PROCESSING#*'),
    ASSUME_TENANT_ROLE,
    INVOKE_PARSE,
  ],
  PipelineCompleteRole: [
    ...function_('PipelineCompleteLogs'),
    ...writes(
      'dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem',
      'ACCOUNT#*#PROCESSING#*, ACCOUNT#*#MONTHS, ACCOUNT#*#DOCUMENTS*, ACCOUNT#*#USAGE#*, ACCOUNT#*#WORKFLOW#*',
    ),
    ASSUME_TENANT_ROLE,
    'events:PutEvents → EventsBus',
  ],
  PipelineRecordFailureRole: [
    ...function_('PipelineRecordFailureLogs'),
    ...writes(
      'dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem',
      'ACCOUNT#*#PROCESSING#*, ACCOUNT#*#MONTHS, ACCOUNT#*#DOCUMENTS*, ACCOUNT#*#USAGE#*, ACCOUNT#*#WORKFLOW#*, ACCOUNT#*#UPLOADS',
    ),
    'events:PutEvents → EventsBus',
  ],
  PipelineProcessDocumentMachineRole: [
    MACHINE_LOGS,
    ...invokes(
      ['Inspect', 'ReadPages', 'FindBoundaries', 'BuildResults', 'Complete', 'RecordFailure'].map(
        (step) => `Pipeline${step}`,
      ),
    ),
    // Its Distributed Map runs chunks as executions of the same state machine.
    'states:StartExecution → PipelineProcessDocumentMachine',
    'states:DescribeExecution states:StopExecution → states execution:PipelineProcessDocumentMachine/*',
    'states:DescribeExecution states:StopExecution → states execution:PipelineProcessDocumentMachine:*',
    'states:RedriveExecution → states execution:PipelineProcessDocumentMachine/*',
  ],

  // ---- The data role of the steps, restricted by its session tag
  AccessTenantRole: [
    's3:AbortMultipartUpload s3:DeleteObject s3:GetObject s3:PutObject → ' +
      'StorageDocuments/accounts/${aws:PrincipalTag/tenant}/*',
    's3:ListBucket → StorageDocuments [prefix: accounts/${aws:PrincipalTag/tenant}/*]',
    'kms:Decrypt kms:GenerateDataKey → DataKey',
  ],

  // ---- API: the tenant is known only at request time
  ApiFunctionsApiRole: [
    ...function_('ApiFunctionsApiLogs'),
    'dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query ' +
      'dynamodb:UpdateItem → Table',
    WRITE_KEY,
    's3:AbortMultipartUpload s3:DeleteObject s3:GetObject s3:PutObject → StorageDocuments/accounts/*',
    's3:ListBucket → StorageDocuments [prefix: accounts/*]',
    'kms:Decrypt kms:GenerateDataKey → DataKey',
    'states:StartExecution → PipelineProcessDocumentMachine',
    'events:PutEvents → EventsBus',
    'states:StartExecution → TrainingTrainWorkflowMachine',
    CHANGE_USERS,
    // Stops the job of a cancelled training; tries a model before it becomes the model in use.
    WATCH_JOBS,
    ...INVOKE_ENDPOINT,
  ],
  ApiFunctionsRenderApiRole: [
    ...function_('ApiFunctionsRenderApiLogs'),
    'dynamodb:GetItem → Table [LeadingKeys: API_KEY_HASH#*, SHARE_TOKEN#*, ACCOUNT#*, DEPLOYMENT, ACCOUNT#*#PROCESSING#*]',
    ...writes('dynamodb:GetItem dynamodb:PutItem', 'ACCOUNT#*#ACTIVITY'),
    // It creates a workflow with its thumbnail.
    'dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem → Table ' +
      '[LeadingKeys: ACCOUNT#*, ACCOUNT#*#UPLOADS, IDEMPOTENCY#*]',
    // After authentication.
    ASSUME_TENANT_ROLE,
    INVOKE_PARSE,
  ],
  ApiFunctionsAuthorizerRole: [
    ...function_('ApiFunctionsAuthorizerLogs'),
    ...reads('dynamodb:GetItem', 'API_KEY_HASH#*, SHARE_TOKEN#*, ACCOUNT#*, DEPLOYMENT, MEMBER_ADDRESS#*'),
  ],
  ApiRestCloudWatchRole: ['managed AmazonAPIGatewayPushToCloudWatchLogs'],

  // ---- Functions that the operator or a schedule invokes
  OperationsCreateKeyRole: [
    ...function_('OperationsCreateKeyLogs'),
    ...writes(
      'dynamodb:ConditionCheckItem dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem',
      'ACCOUNT#*, API_KEY_HASH#*, DEPLOYMENT',
    ),
  ],
  OperationsManageAccountsRole: [
    ...function_('OperationsManageAccountsLogs'),
    ...writes(
      'dynamodb:ConditionCheckItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem',
      'ACCOUNT#*, API_KEY_HASH#*, MEMBER_ADDRESS#*',
    ),
    'dynamodb:DeleteItem → Table [LeadingKeys: MEMBER_ADDRESS#*]',
    'dynamodb:Query → Table/index/by_index',
    CHANGE_USERS,
  ],
  OperationsResumeUnfinishedRole: [
    ...function_('OperationsResumeUnfinishedLogs'),
    'dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query ' +
      'dynamodb:UpdateItem → Table',
    'dynamodb:Query → Table/index/by_index',
    WRITE_KEY,
    's3:AbortMultipartUpload s3:DeleteObject s3:GetObject s3:PutObject → StorageDocuments/accounts/*',
    's3:ListBucket → StorageDocuments [prefix: accounts/*]',
    'kms:Decrypt kms:GenerateDataKey → DataKey',
    'events:PutEvents → EventsBus',
    'states:StartExecution → PipelineProcessDocumentMachine',
    'states:DescribeExecution states:RedriveExecution → states execution:PipelineProcessDocumentMachine:*',
    'states:StartExecution → TrainingTrainWorkflowMachine',
    'states:DescribeExecution states:RedriveExecution → states execution:TrainingTrainWorkflowMachine:*',
    'states:StartExecution → MigrationsMigrateWorkflowsMachine',
    WATCH_JOBS,
    ...SEND_MAIL,
    CHANGE_USERS,
    ...undelivered('OperationsResumeUnfinished'),
  ],
  WebhooksDeliverWebhooksRole: [
    ...function_('WebhooksDeliverWebhooksLogs'),
    ...writes('dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem', 'ACCOUNT#*'),
    'dynamodb:Query → Table/index/by_index',
    ...undelivered('WebhooksDeliverWebhooks'),
  ],
  MailMailFeedbackRole: [
    ...function_('MailMailFeedbackLogs'),
    ...writes('dynamodb:GetItem dynamodb:PutItem', 'MAIL_ADDRESS#*'),
    ...undelivered('MailMailFeedback'),
  ],

  // ---- Training: rows of accounts and their workflows; files only of the workflow's tenant
  TrainingPrepareTrainingRole: trainingStep('PrepareTraining'),
  TrainingStartTrainingRole: [
    ...trainingStep('StartTraining'),
    'sagemaker:AddTags sagemaker:CreateTrainingJob sagemaker:DescribeTrainingJob sagemaker:StopTrainingJob → ' +
      'sagemaker training-job/*',
    'iam:PassRole → TrainingJobsRole [PassedToService: sagemaker.amazonaws.com]',
  ],
  TrainingCheckTrainingRole: [...trainingStep('CheckTraining'), WATCH_JOBS],
  TrainingEvaluateModelRole: trainingStep('EvaluateModel'),
  TrainingGateModelRole: trainingStep('GateModel'),
  TrainingDeployModelRole: [...trainingStep('DeployModel'), ...INVOKE_ENDPOINT],
  TrainingCompleteTrainingRole: [...notifiesOfTraining('CompleteTraining'), WATCH_JOBS],
  TrainingRecordTrainingFailureRole: [...notifiesOfTraining('RecordTrainingFailure'), WATCH_JOBS],
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

  // ---- Migrations: rows of accounts and their workflows; files only of the workflow's tenant
  MigrationsListMigrationsRole: [
    ...function_('MigrationsListMigrationsLogs'),
    'dynamodb:Query → Table/index/by_index',
    ...INVOKE_ENDPOINT,
  ],
  MigrationsMigrateWorkflowRole: [
    ...function_('MigrationsMigrateWorkflowLogs'),
    ...writes(
      'dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query ' +
        'dynamodb:UpdateItem',
      'ACCOUNT#*',
    ),
    'dynamodb:GetItem → Table [LeadingKeys: MAIL_ADDRESS#*]',
    ASSUME_TENANT_ROLE,
    ...INVOKE_ENDPOINT,
    'states:StartExecution → TrainingTrainWorkflowMachine',
    WATCH_JOBS,
    'events:PutEvents → EventsBus',
    ...SEND_MAIL,
  ],
  MigrationsMigrateWorkflowsMachineRole: [
    MACHINE_LOGS,
    ...invokes(['MigrationsListMigrations', 'MigrationsMigrateWorkflow']),
  ],

  // ---- SageMaker: the serving container and the training container
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

  // ---- Files of the web interface, as granted by CDK
  CustomCDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756CServiceRole: [
    'managed AWSLambdaBasicExecutionRole',
    's3:Abort* s3:DeleteObject* s3:GetBucket* s3:GetObject* s3:List* s3:PutObject s3:PutObjectLegalHold ' +
      's3:PutObjectRetention s3:PutObjectTagging s3:PutObjectVersionTagging → WebSite',
    's3:Abort* s3:DeleteObject* s3:GetBucket* s3:GetObject* s3:List* s3:PutObject s3:PutObjectLegalHold ' +
      's3:PutObjectRetention s3:PutObjectTagging s3:PutObjectVersionTagging → WebSite/*',
    's3:GetBucket* s3:GetObject* s3:List* → s3 cdk-hnb659fds-assets-<AccountId>-<Region>',
    's3:GetBucket* s3:GetObject* s3:List* → s3 cdk-hnb659fds-assets-<AccountId>-<Region>/*',
  ],

  // ---- Emptying of buckets that are removed, as granted by CDK; the buckets' policies allow it
  CustomS3AutoDeleteObjectsCustomResourceProviderRole: ['managed AWSLambdaBasicExecutionRole'],

  // ---- Retention of the log group of trainings
  AWS679f53fac002430cb0da5b7982bd2287ServiceRole: [
    ...['logs:CreateLogGroup', 'logs:PutRetentionPolicy'].flatMap((action) => [
      `${action} → logs log-group:/aws/sagemaker/TrainingJobs`,
      `${action} → logs log-group:/aws/sagemaker/TrainingJobs:*`,
    ]),
    'managed AWSLambdaBasicExecutionRole',
  ],

  // ---- Build of the model image, as granted by deploy-time-build and CDK
  DeployTimeBuildCustomResourceHandlerdb740fd554364a848a09e6dfcd01f4f3ServiceRole: [
    'codebuild:StartBuild → ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64',
    'managed AWSLambdaBasicExecutionRole',
  ],
  ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64Role: [
    'codebuild:BatchPutCodeCoverages codebuild:BatchPutTestCases codebuild:CreateReport codebuild:CreateReportGroup ' +
      'codebuild:UpdateReport → codebuild report-group/ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64-*',
    'ecr:BatchCheckLayerAvailability ecr:BatchGetImage ecr:CompleteLayerUpload ecr:DescribeImages ' +
      'ecr:GetDownloadUrlForLayer ecr:InitiateLayerUpload ecr:PutImage ecr:UploadLayerPart → ModelImageRepository',
    'ecr:GetAuthorizationToken → *',
    'logs:CreateLogGroup logs:CreateLogStream logs:PutLogEvents → logs ' +
      'log-group:/aws/codebuild/ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64',
    'logs:CreateLogGroup logs:CreateLogStream logs:PutLogEvents → logs ' +
      'log-group:/aws/codebuild/ContainerImageBuildAmd64e83729feb1564e709bec452b15847a30amd64:*',
    'managed AmazonElasticContainerRegistryPublicReadOnly',
    's3:GetBucket* s3:GetObject* s3:List* → s3 cdk-hnb659fds-assets-<AccountId>-<Region>',
    's3:GetBucket* s3:GetObject* s3:List* → s3 cdk-hnb659fds-assets-<AccountId>-<Region>/*',
  ],
};

/**
 * Roles whose permissions a library creates; lib/constructs/model/model-image-build.ts and
 * lib/constructs/web/site-files.ts give reasons for their wildcards.
 */
export const CREATED_BY_LIBRARIES =
  /^(DeployTimeBuild|ContainerImageBuild|Custom(CDKBucketDeployment|S3AutoDeleteObjects))/;
