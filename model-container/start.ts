/** Entry of the container: SageMaker starts it with the argument `serve` or `train`. */
const [, , task] = process.argv;
if (task === 'serve') await import('./serve.ts');
else if (task === 'train') await import('./train.ts');
else {
  process.stderr.write(`The argument must be serve or train, not ${task ?? 'empty'}.\n`);
  process.exit(2);
}
