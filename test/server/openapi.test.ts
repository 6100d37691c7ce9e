import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ApiDocument, operationsOf } from './api-document.ts';
import { responseChecker } from './check-response.ts';
import { testApi } from './harness.ts';

let shared: ReturnType<typeof fetchDocument> | undefined;

/** Returns the document, which all tests share because creating it takes half a second. */
const documentOf = () => (shared ??= fetchDocument());

async function fetchDocument() {
  const api = await testApi('sqlite');
  const response = await api.request('/v1/openapi.json');
  assert.equal(response.status, 200);
  const text = await response.text();
  return { text, document: ApiDocument.parse(JSON.parse(text)) };
}

describe('the OpenAPI document', () => {
  it('is valid for the schema of the specification', async () => {
    const { text } = await documentOf();
    assert.deepEqual(await new Validator().validate(JSON.parse(text)), { valid: true });
  });

  it('describes every API route, public links and no pages or probes', async () => {
    const { document } = await documentOf();
    const paths = Object.keys(document.paths);
    for (const path of [
      '/v1/keys/me',
      '/v1/books',
      '/v1/books/{bookId}',
      '/oembed',
      '/buy/{ticket}',
      '/r/{code}',
    ]) {
      assert.ok(paths.includes(path), path);
    }
    assert.deepEqual(
      paths.filter((path) => !/^\/(v1|content)\//.test(path)),
      ['/buy/{ticket}', '/r/{code}', '/oembed'],
    );
    assert.equal(document.externalDocs.url, 'http://svc.test/docs');
  });

  it('declares the security and the errors of every operation', async () => {
    const { document } = await documentOf();
    const isKeyed = (security: object[]) => security.some((one) => 'apiKey' in one);
    for (const { path, method, operation } of operationsOf(document)) {
      const name = `${method} ${path}`;
      const statuses = Object.keys(operation.responses);
      assert.ok(
        statuses.some((status) => /^(2|303)/.test(status)),
        name,
      );
      assert.ok(statuses.includes('400') && statuses.includes('500'), name);
      assert.match(JSON.stringify(operation.responses['503']?.content), /"overloaded"/, name);
      assert.ok('Retry-After' in (operation.responses['503']?.headers ?? {}), name);
      const isStream = 'text/event-stream' in (operation.responses['200']?.content ?? {});
      const isRedirect = statuses.includes('303');
      assert.equal(statuses.includes('304'), method === 'GET' && !isStream && !isRedirect, name);
      if (!isKeyed(operation.security)) continue;
      assert.ok(
        ['401', '403', '429'].every((status) => statuses.includes(status)),
        name,
      );
      const { headers = {} } = operation.responses['429'] ?? {};
      assert.ok('Retry-After' in headers && 'X-RateLimit-Reset' in headers, name);
      assert.ok('WWW-Authenticate' in (operation.responses['401']?.headers ?? {}), name);
    }
    const list = document.paths['/v1/books']?.['get'];
    assert.equal(list?.['x-permission'], 'read:books');
    assert.deepEqual(Object.keys(list?.responses['200']?.headers ?? {}), [
      'Request-Id',
      'Svc-Environment',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'RateLimit',
      'RateLimit-Policy',
      'ETag',
      'Cache-Control',
      'Link',
    ]);
    assert.equal(document.paths['/v1/keys/me']?.['get']?.['x-permission'], undefined);
    const resource = document.paths['/content/{contentId}/resources/{path}']?.['get'];
    assert.equal(resource?.operationId, 'getResource');
    assert.deepEqual(
      resource.parameters.flatMap((one) => ('in' in one && one.in === 'path' ? [one.name] : [])),
      ['contentId', 'path'],
    );
  });

  it('describes every tag', async () => {
    const { document } = await documentOf();
    const operations = operationsOf(document).map(({ operation }) => operation);
    const tags = new Set(operations.flatMap((operation) => operation.tags));
    assert.deepEqual(document.tags.map(({ name }) => name).sort(), [...tags].sort());
    for (const { name, description } of document.tags) assert.notEqual(description, `${name}.`);
  });

  it('has unique operation ids of a verb and a noun', async () => {
    const { document } = await documentOf();
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    const hooks = Object.values(document.webhooks).map(({ post }) => post.operationId);

    assert.deepEqual([...new Set([...ids, ...hooks])], [...ids, ...hooks]);
    const verbs = new Set(
      (
        'add allow convert create delete disallow end follow get list open publish record recover ' +
        'refresh refund retry revoke rotate search send stream suggest unpublish update verify'
      ).split(' '),
    );
    const isVerbNoun = (id: string) => {
      const [, verb = '', noun = ''] = /^([a-z]+)([A-Z][A-Za-z]+)$/.exec(id) ?? [];
      return verbs.has(verb) && noun !== '';
    };
    assert.deepEqual(
      ids.filter((id) => !isVerbNoun(id)),
      [],
      'set the operationId of the route',
    );
    for (const id of ['listBooks', 'createBook', 'getBook', 'createWebhook', 'recordSale']) {
      assert.ok(ids.includes(id), id);
    }
  });

  it('has one JSON type per response, so that generated clients know the type of its body', async () => {
    const { document } = await documentOf();
    for (const { operation } of operationsOf(document)) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        const types = Object.keys(content);
        const isText = types.every((type) => !type.endsWith('json'));
        assert.ok(isText || types.length === 1, `${operation.operationId} ${status}: ${types}`);
      }
    }
    const list = document.paths['/v1/books']?.['get'];
    assert.deepEqual(list?.['x-alternates'], { 'application/opds+json': '/v1/books.opds' });
    assert.match(String(list?.['description']), /\/v1\/books\.opds/);
  });

  it('describes the operation of every alternative media type', async () => {
    const { document } = await documentOf();
    for (const { operation } of operationsOf(document)) {
      for (const [type, url] of Object.entries(operation['x-alternates'])) {
        const other = document.paths[url]?.['get'];
        if (url.includes('?')) continue;
        assert.deepEqual(Object.keys(other?.responses['200']?.content ?? {}), [type], url);
      }
    }
  });

  it('requires no member of a request that has a default', async () => {
    const { text } = await documentOf();
    const { components } = JSON.parse(text);

    assert.deepEqual(components.schemas.NewWebhook.required, ['url', 'events']);
    assert.match(
      components.schemas.NewWebhook.properties.enabled.description,
      /Defaults to `true`/,
    );
    assert.doesNotMatch(JSON.stringify(components.schemas), /"default":/);
  });

  it('discriminates events by their type', async () => {
    const { text } = await documentOf();
    const { components, webhooks } = JSON.parse(text);

    const { oneOf, discriminator } = components.schemas.Event;
    assert.equal(discriminator.propertyName, 'type');
    assert.equal(oneOf.length, Object.keys(webhooks).length);
    assert.deepEqual(
      discriminator.mapping['sale.completed'],
      '#/components/schemas/SaleCompletedEvent',
    );
    const event = components.schemas.SaleCompletedEvent;
    assert.equal(event.properties.type.const, 'sale.completed');
    assert.equal(event.properties.data.properties.object.$ref, '#/components/schemas/Sale');
  });

  it('has a recursive schema of a section’s content', async () => {
    const { text } = await documentOf();
    const { schemas } = JSON.parse(text).components;

    assert.equal(schemas.Section.properties.tree.$ref, '#/components/schemas/SectionTree');
    assert.match(JSON.stringify(schemas.SectionTree), /"\$dynamicRef":"#sectionTree"/);
  });

  it('shares its components and is shorter than 7.5 kB per operation', async () => {
    const { text, document } = await documentOf();
    const length = text.length / operationsOf(document).length;
    assert.ok(length < 7500, String(length));
  });

  it('has an example of every JSON and CSV request and response', async () => {
    const { document } = await documentOf();
    for (const { operation } of operationsOf(document)) {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      for (const [type, { schema, example }] of bodies.flatMap((one) =>
        Object.entries(one?.content ?? {}),
      )) {
        if (!schema || !/json$|csv$/.test(type)) continue;
        assert.notEqual(example, undefined, `${operation.operationId} ${type}`);
      }
    }
  });

  it('has a description, type and example for every parameter', async () => {
    const { document } = await documentOf();
    for (const { operation, parameters } of operationsOf(document)) {
      for (const { name, description, schema, example } of parameters) {
        const what = `${operation.operationId} ${name}`;
        assert.ok(description, `${what} has no description`);
        assert.ok('type' in schema || 'anyOf' in schema, `${what} has no type`);
        const needsExample = !('enum' in schema) && !/^(cursor|after|If-None-Match)$/.test(name);
        assert.ok(!needsExample || example !== undefined, `${what} has no example`);
      }
    }
  });

  it('has descriptions without double spaces, which joined lines can leave', async () => {
    const { text } = await documentOf();
    const descriptions = [...text.matchAll(/"(?:description|summary)":"((?:[^"\\]|\\.)*)"/g)];
    assert.ok(descriptions.length > 1000);
    assert.deepEqual(
      descriptions.map(([, description]) => description).filter((one) => / {2}/.test(one ?? '')),
      [],
    );
  });

  it('contains only examples that are valid for their schemas', async () => {
    const { text, document } = await documentOf();
    const ajv = new Ajv2020({ strict: false, validateSchema: false });
    addFormats.default(ajv);
    ajv.addFormat('binary', true);
    ajv.addSchema(JSON.parse(text), 'api');
    let examples = 0;
    // Compiling takes most of the time, and most operations share their errors and parameters.
    const validators = new Map<string, ValidateFunction>();
    const check = (name: string, schema: object, example: unknown) => {
      examples += 1;
      const key = JSON.stringify(schema);
      const validate = validators.get(key) ?? ajv.compile(schema);
      validators.set(key, validate);
      assert.ok(validate(example), `${name}: ${ajv.errorsText(validate.errors)}`);
    };
    for (const { operation, parameters } of operationsOf(document)) {
      for (const { name, schema, example } of parameters) {
        if (example !== undefined) check(`${operation.operationId} ${name}`, schema, example);
      }
      const bodies = { request: operation.requestBody, ...operation.responses };
      for (const [part, body] of Object.entries(bodies)) {
        for (const { schema, example } of Object.values(body?.content ?? {})) {
          if (example !== undefined)
            check(`${operation.operationId} ${part}`, within(schema), example);
        }
      }
    }
    for (const [name, { examples: given = [] }] of Object.entries(document.components.schemas)) {
      for (const one of given) check(name, { $ref: `api#/components/schemas/${name}` }, one);
    }
    for (const [name, { schema, example }] of Object.entries(document.components.headers)) {
      check(name, Object(schema), example);
    }
    assert.ok(examples > 40, String(examples));
  });

  it('contains exactly the schemas that it refers to', async () => {
    const { document, text } = await documentOf();
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
    );
    assert.ok(referred.has('Problem') && referred.has('Book') && referred.has('KeyRecord'));
    assert.deepEqual(Object.keys(document.components.schemas).sort(), [...referred].sort());
  });
});

/** Returns the schema with references that are resolved in the document `api`. */
function within(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
}

describe('a response', () => {
  it('that the document does not describe fails its test', async () => {
    const api = await testApi('sqlite');
    const { text: key } = await api.newKey();
    const check = responseChecker(api.app.swagger());
    const response = await api.request('/v1/keys/me', { key });
    const { status, headers } = response;
    const body = await response.text();

    const faulty = (change: object, method = 'GET', address = '/v1/keys/me') => {
      assert.throws(
        () => check(method, address, { status, headers, body, ...change }),
        /→ \d{3}: /,
      );
    };
    check('GET', '/v1/keys/me?', { status, headers, body });
    faulty({ status: 202 });
    faulty({ body: body.replace('"tier"', '"rank"') });
    faulty({ body: body.replace('"tier"', '"extra":1,"tier"') });
    faulty({}, 'DELETE');
    faulty({}, 'GET', '/v1/nothing');
    for (const name of ['Request-Id', 'ETag', 'X-RateLimit-Limit', 'Content-Type']) {
      const fewer = new Headers(headers);
      fewer.delete(name);
      faulty({ headers: fewer });
    }
    faulty({ headers: new Headers([...headers, ['Request-Id', 'another']]) });
  });
});
