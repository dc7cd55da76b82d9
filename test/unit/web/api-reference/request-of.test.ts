import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../../web/src/api-reference/reference/openapi.ts';
import { requestOf } from '../../../../web/src/api-reference/reference/request-of.ts';

const OPERATION: Operation = {
  operationId: 'verify',
  summary: '',
  tags: [],
  method: 'POST',
  path: '/results/{id}',
  parameters: [
    { in: 'path', name: 'id', schema: {} },
    { in: 'query', name: 'wait_for', schema: {} },
    { in: 'header', name: 'If-Match', schema: {} },
  ],
  body: {},
  responses: [],
};

describe('The request that a reader has filled in', () => {
  it('carries the key and the parameters, each in its place, and never the session of the browser', () => {
    const request = requestOf('https://api.example/stage', 'tl_1', OPERATION, {
      parameters: { 'path id': 'a/b', 'query wait_for': '10', 'header If-Match': '"1"' },
      text: '',
      parts: {},
    });
    expect(request.url).toBe('https://api.example/stage/results/a%2Fb?wait_for=10');
    expect(Object.fromEntries(request.headers)).toEqual({ authorization: 'ApiKey tl_1', 'if-match': '"1"' });
    expect(request.credentials).toBe('omit');
  });

  it('leaves out what is empty', () => {
    const request = requestOf('https://api.example', '', OPERATION, {
      parameters: { 'path id': '1', 'query wait_for': ' ' },
      text: '',
      parts: {},
    });
    expect(request.url).toBe('https://api.example/results/1');
    expect([...request.headers]).toEqual([]);
  });

  it('has a body of JSON as it was typed', async () => {
    const filled = { parameters: { 'path id': '1' }, mediaType: 'application/json', text: '{"a":1}', parts: {} };
    const request = requestOf('https://api.example', '', OPERATION, filled);
    expect(request.headers.get('content-type')).toBe('application/json');
    expect(await request.text()).toBe('{"a":1}');
  });

  it('sends a file with the parts of a form that are filled in', async () => {
    const file = new File(['%PDF'], 'inbox.pdf');
    const filled = {
      parameters: { 'path id': '1' },
      mediaType: 'multipart/form-data',
      text: '',
      parts: { file, parameters: '' },
    };
    const form = await requestOf('https://api.example', '', OPERATION, filled).formData();
    expect([...form.keys()]).toEqual(['file']);
    expect((form.get('file') as File).name).toBe('inbox.pdf');
  });
});
