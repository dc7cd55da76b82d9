/**
 * A minimal split model server: SageMaker's inference contract, a size limit, and probabilities computed from pages. It
 * prints the port on which it listens, as the container's server does.
 */
export const MODEL_SERVER = `
import { createServer } from 'node:http';
const MAX_BYTES = Number(process.env.TEARLINE_MAX_BODY_BYTES);
const read = async (request) => { const chunks = []; for await (const chunk of request) chunks.push(chunk); return Buffer.concat(chunks); };
createServer(async (request, response) => {
  if (request.url === '/ping') return response.writeHead(200).end();
  const body = await read(request);
  if (body.length > MAX_BYTES) return response.writeHead(413).end('too large');
  const { pages } = JSON.parse(body.toString());
  if (pages.some((page) => page.language === 'crash')) process.exit(1);
  while (pages.some((page) => page.language === 'hang'));
  if (pages.some((page) => page.language === 'busy')) return response.writeHead(503).end('busy');
  if (pages.some((page) => page.language === 'refuse-weights')) return response.writeHead(422).end('{"code":"unusable_weights"}');
  if (pages.some((page) => page.language === 'refuse')) return response.writeHead(400).end('bad pages');
  const probabilities = pages.slice(1).map((page) => (page.page % 10) / 10);
  const weights = request.headers['x-amzn-sagemaker-custom-attributes'] ?? 'base';
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ probabilities, model_version: weights }));
}).listen(Number(process.env.PORT), '127.0.0.1', function () { console.log(JSON.stringify({ port: this.address().port })); });
process.stdin.on('end', () => process.exit(0)).resume();
`;
