/** Who may import whom (docs: README, "The house"). test/architecture runs this with the other tests. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: {
    pathNot: [...allowed, 'node_modules', '^[a-z_:/]+$'],
    dependencyTypesNot: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'],
  },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('core-stands-alone', '^core/', ['^core/'], 'The service itself knows no host, no HTTP and no AWS.'),
    only('adapters-see-core', '^adapters/', ['^core/', '^adapters/'], 'An adapter implements ports of core.'),
    only(
      'lambdas-see-core',
      '^lambdas/(?!entry/)',
      ['^core/', '^lambdas/'],
      'Handlers turn events into calls of core.',
    ),
    only('entry-sees-aws', '^lambdas/entry/', ['^core/', '^lambdas/', '^adapters/aws/'], 'Entries compose.'),
    only(
      'lib-sees-the-routes',
      '^lib/',
      ['^lib/', '^lambdas/api/(routes|route-row)\\.ts$'],
      'The CDK app knows the routes as data and, of state-machines/, the files.',
    ),
    only('packages-see-no-code', '^lib/packages/', ['^lib/packages/'], 'What is packaged is named, not imported.'),
    {
      name: 'only-the-app-sees-lib',
      severity: 'error',
      comment: "The cost model and the simulation calculate with the stages' settings.",
      from: { pathNot: '^(lib|bin/app\\.ts$|bin/package-lambdas\\.ts$|bench/(cost|scale)(\\.ts)?|test)(/|$)' },
      to: { path: '^lib/' },
    },
    {
      name: 'cdk-in-lib-alone',
      severity: 'error',
      comment: 'A development dependency: the service runs without it.',
      from: { pathNot: '^(lib/|bin/app\\.ts$|test/)' },
      to: { path: 'node_modules/(aws-cdk-lib|constructs|cdk-nag|deploy-time-build)/' },
    },
    only(
      'model-container-sees-the-page-record',
      '^model-container/',
      ['^model-container/', '^core/documents/page-record\\.ts$', '^core/splitting/fit-density\\.ts$'],
      'The container runs alone on SageMaker. fit-density.ts: docs/decisions/0012-density-is-fitted-over-the-whole-document.md',
    ),
    {
      name: 'adapters-do-not-mix',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { path: '^adapters/', pathNot: '^adapters/$1/' },
    },
    {
      name: 'only-the-command-sees-local-adapters',
      severity: 'error',
      from: { pathNot: '^(bin|adapters/local|test|bench)/' },
      to: { path: '^adapters/local/' },
    },
    {
      name: 'aws-sdk-in-its-adapters-alone',
      severity: 'error',
      comment: 'model-container/serving/s3-weights.ts: docs/decisions/0005-the-container-fetches-weights-itself.md',
      from: { pathNot: '^(adapters/aws/|test/|model-container/s3-weights\\.ts$)' },
      to: { path: 'node_modules/@(aws-sdk|smithy)/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^(test|bench)/', pathNot: '^bench/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
