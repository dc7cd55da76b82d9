/**
 * Emulates AWS's Node.js runtime inside a function: loads `<file>.<export>` from the code folder, then requests one
 * event after the other from the runtime API. Started by EmulatedFunction.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const variable = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
};

const api = `http://${variable('AWS_LAMBDA_RUNTIME_API')}/2018-06-01/runtime`;

const describeError = (thrown: unknown): { errorType: string; errorMessage: string; trace: readonly string[] } =>
  thrown instanceof Error
    ? { errorType: thrown.name, errorMessage: thrown.message, trace: (thrown.stack ?? '').split('\n') }
    : { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };

const post = async (path: string, body: unknown): Promise<void> => {
  const response = await fetch(`${api}/${path}`, { method: 'POST', body: JSON.stringify(body ?? null) });
  if (response.status !== 202) throw new Error(`The runtime API answered ${response.status} to ${path}.`);
};

const loadHandler = async (): Promise<Handler> => {
  const [file = '', name = ''] = variable('_HANDLER').split('.');
  const module = (await import(pathToFileURL(join(variable('LAMBDA_TASK_ROOT'), `${file}.mjs`)).href)) as Record<
    string,
    unknown
  >;
  const handler = module[name];
  if (typeof handler !== 'function') throw new Error(`${file}.mjs exports no function ${name}.`);
  return handler as Handler;
};

const contextOf = (headers: Headers) => ({
  awsRequestId: headers.get('lambda-runtime-aws-request-id'),
  invokedFunctionArn: headers.get('lambda-runtime-invoked-function-arn'),
  functionName: variable('AWS_LAMBDA_FUNCTION_NAME'),
  memoryLimitInMB: variable('AWS_LAMBDA_FUNCTION_MEMORY_SIZE'),
  getRemainingTimeInMillis: () => Number(headers.get('lambda-runtime-deadline-ms')) - Date.now(),
});

const answerOne = async (handler: Handler): Promise<void> => {
  const next = await fetch(`${api}/invocation/next`);
  const event: unknown = await next.json();
  const id = String(next.headers.get('lambda-runtime-aws-request-id'));
  let result: unknown;
  try {
    result = await handler(event, contextOf(next.headers));
  } catch (error) {
    await post(`invocation/${id}/error`, describeError(error));
    return;
  }
  await post(`invocation/${id}/response`, result);
};

let handler: Handler | undefined;
try {
  handler = await loadHandler();
} catch (error) {
  await post('init/error', describeError(error));
}
if (handler === undefined) process.exit(1);
for (;;) await answerOne(handler);
