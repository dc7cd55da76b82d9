import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'cdk.out',
      '.tearline',
      'coverage',
      'out',
      'tmp',
      'core/ocr/lstm/assembly',
      'core/ocr/layout/assembly',
      'core/ocr/pixels/assembly',
      'core/documents/crops/network/assembly',
      'model-container/classifiers/assembly',
      // Imports what .ci/clients.sh generates.
      '.ci/clients',
      // Built.
      'web/dist',
      'web/src/api/schema.d.ts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Environment variables are read in one settings file a host.' },
      ],
    },
  },
  { files: ['web/**/*.ts', 'web/**/*.tsx'], ...reactHooks.configs.flat.recommended },
  { files: ['bin/**', 'bench/**', 'samples/**'], rules: { 'no-console': 'off' } },
  { files: ['**/settings.ts', '**/*.config.ts', 'test/**', 'bench/**'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['**/*.js', '**/*.cjs', '**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
);
