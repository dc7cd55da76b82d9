/**
 * Which folder may import which. `npm run architecture` and test/architecture check these rules.
 *
 * `only(name, from, allowed, comment)`: modules of `from` may import modules of `allowed`, npm packages and Node.js
 * built-ins, and nothing else.
 */
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

/**
 * The folders of core, from the top: a folder imports only itself, those after it and the files at the root of core.
 */
const CORE_LAYERS = [
  'workflows',
  'review',
  'processing',
  'results',
  'splitting',
  'requests',
  'documents',
  'ocr',
  'parsers',
  'accounts',
  'events',
  'storage',
];

const coreLayers = CORE_LAYERS.slice(1).map((layer, index) => ({
  name: 'core-layers',
  severity: 'error',
  comment: `core/${layer} imports no folder above it.`,
  from: { path: `^core/${layer}/` },
  to: { path: `^core/(${CORE_LAYERS.slice(0, index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('core-stands-alone', '^core/', ['^core/'], 'The service itself depends on no host, on no HTTP and on no AWS.'),
    ...coreLayers,
    {
      name: 'core-root-sees-types',
      severity: 'error',
      comment: 'Ports, errors and the service are below all folders. They name the types of what passes through them.',
      from: { path: '^core/([^/]+$|errors/)' },
      to: { path: '^core/.+/', pathNot: '^core/errors/', dependencyTypesNot: ['type-only'] },
    },
    only('adapters-see-core', '^adapters/', ['^core/', '^adapters/'], 'An adapter implements a port of core.'),
    only(
      'lambdas-see-core',
      '^lambdas/(?!entry/)',
      ['^core/', '^lambdas/'],
      'Handlers and steps turn events into calls of core.',
    ),
    only(
      'entry-sees-aws',
      '^lambdas/entry/',
      ['^core/', '^lambdas/', '^adapters/aws/'],
      'An entry only composes a handler or a step with the AWS adapters.',
    ),
    only(
      'lib-sees-the-routes',
      '^lib/',
      [
        '^lib/',
        '^lambdas/api/(routes/(routes|route-row)|cross-origin)\\.ts$',
        '^core/(accounts/limits/plan|accounts/usage/unit-costs|release)\\.ts$',
      ],
      'The CDK app reads the route table, the CORS headers, the schemas of plans and unit costs, the release and the files of state-machines/ as data.',
    ),
    only(
      'packages-see-no-code',
      '^lib/packages/',
      ['^lib/packages/'],
      'The modules to be packaged are named by their paths, not imported.',
    ),
    {
      name: 'only-the-app-sees-lib',
      severity: 'error',
      comment: "bench/cost, bench/scale and the doctor of stages read the stages' settings.",
      from: { pathNot: '^(lib|bin/app\\.ts$|bin/package-lambdas\\.ts$|bin/stage-doctor|bench/(cost|scale)|test)(/|$)' },
      to: { path: '^lib/' },
    },
    {
      name: 'cdk-in-lib-alone',
      severity: 'error',
      comment: 'CDK is a development dependency: the service runs without it.',
      from: { pathNot: '^(lib/|bin/app\\.ts$|test/)' },
      to: { path: 'node_modules/(aws-cdk-lib|constructs|cdk-nag|deploy-time-build)/' },
    },
    only(
      'model-container-sees-the-page-record',
      '^model-container/',
      [
        '^model-container/',
        '^core/documents/page-record\\.ts$',
        '^core/splitting/fit-density\\.ts$',
        '^core/lists-fit\\.ts$',
      ],
      'The container runs on SageMaker without core. fit-density.ts: ' +
        'docs/decisions/0012-density-is-fitted-over-the-whole-document.md. lists-fit.ts: both read imported models.',
    ),
    {
      name: 'adapters-do-not-mix',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      comment: 'adapters/webhooks is used by both hosts.',
      to: { path: '^adapters/', pathNot: '^adapters/($1|webhooks)/' },
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
      from: { pathNot: '^(adapters/aws/|test/|model-container/serving/s3-weights\\.ts$)' },
      to: { path: 'node_modules/@(aws-sdk|smithy)/' },
    },
    only(
      'web-stands-alone',
      '^web/',
      ['^web/'],
      'The web interface knows the service by the types of its OpenAPI document.',
    ),
    {
      name: 'nothing-imports-web',
      severity: 'error',
      comment: 'The hosts read what was built from it, in web/dist.',
      from: { pathNot: '^(web|test)/' },
      to: { path: '^web/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What the build wrote.
    exclude: { path: '^web/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
