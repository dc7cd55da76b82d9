import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../../lambdas/api/openapi/openapi-document.ts';
import { operationGroupsOf, propertiesOf, typeText } from '../../../../web/src/api-reference/reference/openapi.ts';
import type { OpenApiDocument } from '../../../../web/src/api-reference/reference/openapi.ts';

const DOCUMENT: OpenApiDocument = {
  tags: [
    { name: 'Results', description: 'Fetch results' },
    { name: 'Empty', description: 'Nothing' },
  ],
  paths: {
    '/results/{id}': {
      get: {
        operationId: 'getResult',
        summary: 'A result',
        tags: ['Results'],
        parameters: [{ $ref: '#/components/parameters/Id' }],
        responses: { 200: { description: 'The result' }, 404: { $ref: '#/components/responses/NotFound' } },
      },
    },
  },
  components: {
    parameters: { Id: { in: 'path', name: 'id', required: true, schema: { type: 'string', format: 'uuid' } } },
    responses: { NotFound: { description: 'There is none' } },
    schemas: {
      Mode: { type: 'string', enum: ['auto', 'none'], description: 'A mode' },
      Tree: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
      },
    },
  },
};

describe('The operations of an OpenAPI document', () => {
  it('are grouped by their tag, with what their references lead to; a tag without operations is left out', () => {
    const [group, ...others] = operationGroupsOf(DOCUMENT);
    expect(others).toEqual([]);
    expect(group?.operations).toMatchObject([
      {
        method: 'GET',
        path: '/results/{id}',
        parameters: [{ name: 'id', in: 'path' }],
        body: {},
        responses: [
          ['200', { description: 'The result' }],
          ['404', { description: 'There is none' }],
        ],
      },
    ]);
  });

  it('are all there for the document of the service, each with its parameters and answers', () => {
    // The document is made of plain objects.
    const document = JSON.parse(JSON.stringify(openApiDocument())) as OpenApiDocument;
    const operations = operationGroupsOf(document).flatMap((group) => group.operations);
    expect(operations).toHaveLength(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length);
    for (const { operationId, parameters, responses } of operations) {
      expect(
        parameters.filter(({ name }) => typeof name !== 'string'),
        operationId,
      ).toEqual([]);
      expect(
        responses.filter(([, { description }]) => typeof description !== 'string'),
        operationId,
      ).toEqual([]);
    }
  });
});

describe('A type', () => {
  it.each([
    [{ type: 'integer', minimum: 0, maximum: 120 }, 'integer, 0 to 120'],
    [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
    [{ type: 'string', maxLength: 80 }, 'string, at most 80 characters'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Mode' } }, 'array of "auto" | "none"'],
    [{ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] }, 'integer, at least 1 or null'],
    [{ type: ['string', 'integer'] }, 'string or integer'],
    [{}, 'any'],
  ])('%j is written as %s', (schema, text) => {
    expect(typeText(DOCUMENT, schema)).toBe(text);
  });
});

describe('The properties of a schema', () => {
  it('have the description of their place, else that of their type, and say whether they are required', () => {
    const mode = { $ref: '#/components/schemas/Mode' };
    const schema = { properties: { one: mode, other: { ...mode, description: 'How' } }, required: ['other'] };
    expect(propertiesOf(DOCUMENT, schema)).toEqual([
      { name: 'one', type: '"auto" | "none"', required: false, description: 'A mode' },
      { name: 'other', type: '"auto" | "none"', required: true, description: 'How' },
    ]);
  });

  it('end, even where a schema contains itself', () => {
    const names = propertiesOf(DOCUMENT, { $ref: '#/components/schemas/Tree' }).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['name', 'parts', 'parts[].name']);
    expect(names.length).toBeLessThan(10);
  });
});
