/**
 * The CDK app: `npx cdk deploy -c stage=prod`. Builds the packages of the functions and adds the stage's stack. The web
 * interface was built by `npm ci`.
 */
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { ModelFilesError } from '../core/ocr/ppocr/model-files.ts';
import { buildPackages } from '../lib/packages/build-packages.ts';
import { PackageNotFetchedError } from '../lib/packages/module-source.ts';
import { isFirstDeployment, readStageSettings, withoutProtection } from '../lib/stages.ts';
import { readSite } from '../lib/constructs/web/site.ts';
import { checkedModels } from './models/models-folder.ts';
import { addStage } from '../lib/tearline-app.ts';

const app = new App();
const chosen = readStageSettings(app.node.tryGetContext('stage'));
const settings = isFirstDeployment(app.node.tryGetContext('first')) ? withoutProtection(chosen) : chosen;
const site = readSite(join(import.meta.dirname, '../web/dist'));
const arch = settings.architecture === 'arm64' ? 'arm64' : 'x64';
try {
  const packages = await buildPackages({
    arch,
    outDir: join(import.meta.dirname, '../out/packages', arch),
    modelsFolder: await checkedModels(settings.parsing.models),
  });
  addStage(app, settings, { packages, site });
  app.synth();
} catch (error) {
  if (!(error instanceof PackageNotFetchedError || error instanceof ModelFilesError)) throw error;
  // The message is for the deployer; a stack would hide it.
  console.error(error.message);
  process.exitCode = 1;
}
