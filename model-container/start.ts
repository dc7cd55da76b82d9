/** The container's one entry: SageMaker starts it with `serve` or with `train`. */
const [, , task] = process.argv;
if (task === 'serve') await import('./serve.ts');
else if (task === 'train') await import('./train.ts');
else {
  process.stderr.write(`The model container is started with serve or train, not with ${task ?? 'nothing'}.\n`);
  process.exit(2);
}
