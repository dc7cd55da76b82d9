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

/** DynamoDB decrypts rows with the caller's permissions. */
const READ_KEY = 'kms:Decrypt kms:DescribeKey → DataKey [ViaService: dynamodb.<Region>.amazonaws.com]';
const reads = (actions: string, partitions: string): string[] => [
  `${actions} → Table [LeadingKeys: ${partitions}]`,
  READ_KEY,
];

const WRITE_KEY =
  'kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey kms:ReEncryptFrom kms:ReEncryptTo → DataKey ' +
  '[ViaService: dynamodb.<Region>.amazonaws.com]';
const writes = (actions: string, partitions: string): string[] => [
  `${actions} → Table [LeadingKeys: ${partitions}]`,
  WRITE_KEY,
];

/** The account in the session's tag. */
const TENANT = '${aws:PrincipalTag/tenant}';
/** Partitions of the tenant by the ends of their keys. */
const ofTenant = (...suffixes: string[]): string => suffixes.map((suffix) => `ACCOUNT#${TENANT}${suffix}`).join(', ');
const ALL_OF_TENANT = ofTenant('', '#*');

/** Assumes its tenant role for one tenant at a time. @param name  of the function */
const assumesTenantRole = (name: string): string => `sts:AssumeRole sts:TagSession → ${name}TenantRole`;

const TENANT_LISTING = `s3:ListBucket → StorageDocuments [prefix: accounts/${TENANT}/*]`;
/** All files of the tenant. */
const TENANT_FILES = [
  `s3:AbortMultipartUpload s3:DeleteObject s3:GetObject s3:PutObject → StorageDocuments/accounts/${TENANT}/*`,
  TENANT_LISTING,
  'kms:Decrypt kms:GenerateDataKey → DataKey',
];

/** Sends failed events to the function's encrypted dead-letter queue. */
const undelivered = (name: string): string[] => [
  `sqs:SendMessage → ${name}UndeliveredQueue`,
  'kms:Decrypt kms:GenerateDataKey → DataKey [ViaService: sqs.<Region>.amazonaws.com]',
];

const trainingStep = (name: string): string[] => [
  ...function_(`Training${name}Logs`),
  assumesTenantRole(`Training${name}`),
];

const TRAINING_STEP_OF_TENANT = [
  ...writes(
    'dynamodb:ConditionCheckItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem',
    ALL_OF_TENANT,
  ),
  ...TENANT_FILES,
];

/** Addresses that mails are not sent to. */
const SUPPRESSED_ADDRESSES = 'dynamodb:GetItem → Table [LeadingKeys: MAIL_ADDRESS#*]';
const SEND_MAIL = [
  'ses:SendEmail ses:SendRawEmail → ses configuration-set/MailSet [FromAddress: AdminEmail]',
  'ses:SendEmail ses:SendRawEmail → ses identity/AdminEmail [FromAddress: AdminEmail]',
];

const notifiesOfTraining = (name: string): string[] => [
  ...trainingStep(name),
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

/** Starts documents; the state machine is named, since it refers to the functions of its last steps. */
const START_DOCUMENTS = 'states:StartExecution → states stateMachine:tearline-<stage>-process-document';
/** Gives the slot of a document that has ended to the next one: the deployment's own rows. */
const ADMIT_NEXT = [
  ...writes('dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:PutItem dynamodb:Query', 'ADMISSION#*'),
  START_DOCUMENTS,
];

const invokes = (names: readonly string[]): string[] => names.map((name) => `lambda:InvokeFunction → ${name}Function`);

const FINISHED = ofTenant('#PROCESSING#*', '#MONTHS', '#DOCUMENTS*', '#USAGE#*', '#WORKFLOW#*');

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

  // ---- Document pipeline: rows and files of the document's tenant, through a tenant role
  PipelineInspectRole: [...function_('PipelineInspectLogs'), assumesTenantRole('PipelineInspect'), INVOKE_PARSE],
  PipelineInspectTenantRole: [
    ...writes(
      'dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem',
      ofTenant('#PROCESSING#*', '#MONTHS', '#DOCUMENTS*'),
    ),
    ...TENANT_FILES,
  ],
  PipelineReadPagesRole: [...function_('PipelineReadPagesLogs'), assumesTenantRole('PipelineReadPages'), INVOKE_PARSE],
  PipelineReadPagesTenantRole: [
    ...writes('dynamodb:ConditionCheckItem dynamodb:GetItem dynamodb:PutItem', ofTenant('#PROCESSING#*')),
    ...TENANT_FILES,
  ],
  PipelineFindBoundariesRole: [
    ...function_('PipelineFindBoundariesLogs'),
    assumesTenantRole('PipelineFindBoundaries'),
    ...INVOKE_ENDPOINT,
  ],
  PipelineFindBoundariesTenantRole: [
    ...writes('dynamodb:GetItem dynamodb:UpdateItem', ofTenant('#PROCESSING#*', '#MONTHS', '')),
    ...TENANT_FILES,
  ],
  PipelineBuildResultsRole: [
    ...function_('PipelineBuildResultsLogs'),
    assumesTenantRole('PipelineBuildResults'),
    INVOKE_PARSE,
  ],
  PipelineBuildResultsTenantRole: [...reads('dynamodb:GetItem', ofTenant('#PROCESSING#*')), ...TENANT_FILES],
  PipelineCompleteRole: [
    ...function_('PipelineCompleteLogs'),
    assumesTenantRole('PipelineComplete'),
    ...ADMIT_NEXT,
    'events:PutEvents → EventsBus',
  ],
  PipelineCompleteTenantRole: [
    ...writes('dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem', FINISHED),
    `s3:GetObject → StorageDocuments/accounts/${TENANT}/*`,
    TENANT_LISTING,
    'kms:Decrypt → DataKey',
  ],
  PipelineRecordFailureRole: [
    ...function_('PipelineRecordFailureLogs'),
    assumesTenantRole('PipelineRecordFailure'),
    ...ADMIT_NEXT,
    'events:PutEvents → EventsBus',
  ],
  PipelineRecordFailureTenantRole: writes(
    'dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem',
    `${FINISHED}, ${ofTenant('#UPLOADS')}`,
  ),
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

  // ---- API: with its own role it finds out whose credentials a request has, with the tenant role it answers
  ApiFunctionsApiRole: [
    ...function_('ApiFunctionsApiLogs'),
    'dynamodb:GetItem → Table [LeadingKeys: API_KEY_HASH#*, SHARE_TOKEN#*]',
    assumesTenantRole('ApiFunctionsApi'),
    'dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query → Table [LeadingKeys: ADMISSION#*]',
    WRITE_KEY,
    START_DOCUMENTS,
    'events:PutEvents → EventsBus',
    'states:StartExecution → TrainingTrainWorkflowMachine',
    CHANGE_USERS,
    // Stops the job of a cancelled training; tries a model before it becomes the model in use.
    WATCH_JOBS,
    ...INVOKE_ENDPOINT,
  ],
  ApiFunctionsApiTenantRole: [
    `dynamodb:Query → Table [LeadingKeys: ${ALL_OF_TENANT}, IDEMPOTENCY#${TENANT}#*]`,
    `dynamodb:Query → Table/index/by_index [LeadingKeys: ${ALL_OF_TENANT}]`,
    // Keys, share links and people are found by rows without an account, which are written together with the account's.
    ...writes(
      'dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem',
      `${ALL_OF_TENANT}, IDEMPOTENCY#${TENANT}#*, API_KEY_HASH#*, SHARE_TOKEN#*, MEMBER_ADDRESS#*`,
    ),
    'dynamodb:DeleteItem → Table [LeadingKeys: DEPLOYMENT]',
    ...TENANT_FILES,
  ],
  // It answers whoever has no credentials: it reaches nothing but its log.
  ApiFunctionsPublicApiRole: function_('ApiFunctionsPublicApiLogs'),
  ApiFunctionsRenderApiRole: [
    ...function_('ApiFunctionsRenderApiLogs'),
    ...reads('dynamodb:GetItem', 'API_KEY_HASH#*, SHARE_TOKEN#*'),
    assumesTenantRole('ApiFunctionsRenderApi'),
    INVOKE_PARSE,
  ],
  ApiFunctionsRenderApiTenantRole: [
    ...writes(
      'dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem',
      `${ALL_OF_TENANT}, IDEMPOTENCY#${TENANT}#*`,
    ),
    ...TENANT_FILES,
  ],
  ApiFunctionsAuthorizerRole: [
    ...function_('ApiFunctionsAuthorizerLogs'),
    // The own partition of an account, and no other: each `?` is a character of its id.
    ...reads(
      'dynamodb:GetItem',
      `API_KEY_HASH#*, SHARE_TOKEN#*, ACCOUNT#${'?'.repeat(36)}, DEPLOYMENT, MEMBER_ADDRESS#*`,
    ),
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
    START_DOCUMENTS,
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
  TrainingPrepareTrainingTenantRole: TRAINING_STEP_OF_TENANT,
  TrainingStartTrainingTenantRole: TRAINING_STEP_OF_TENANT,
  TrainingCheckTrainingTenantRole: TRAINING_STEP_OF_TENANT,
  TrainingEvaluateModelTenantRole: TRAINING_STEP_OF_TENANT,
  TrainingGateModelTenantRole: TRAINING_STEP_OF_TENANT,
  TrainingDeployModelTenantRole: TRAINING_STEP_OF_TENANT,
  TrainingCompleteTrainingTenantRole: [...TRAINING_STEP_OF_TENANT, SUPPRESSED_ADDRESSES],
  TrainingRecordTrainingFailureTenantRole: [...TRAINING_STEP_OF_TENANT, SUPPRESSED_ADDRESSES],
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
    READ_KEY,
    ...INVOKE_ENDPOINT,
  ],
  MigrationsMigrateWorkflowRole: [
    ...function_('MigrationsMigrateWorkflowLogs'),
    assumesTenantRole('MigrationsMigrateWorkflow'),
    ...INVOKE_ENDPOINT,
    'states:StartExecution → TrainingTrainWorkflowMachine',
    WATCH_JOBS,
    'events:PutEvents → EventsBus',
    ...SEND_MAIL,
  ],
  MigrationsMigrateWorkflowTenantRole: [
    ...writes(
      'dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query ' +
        'dynamodb:UpdateItem',
      ALL_OF_TENANT,
    ),
    SUPPRESSED_ADDRESSES,
    ...TENANT_FILES,
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
    // SageMaker asks for `Encrypt` where the output has a key.
    'kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey → DataKey',
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
