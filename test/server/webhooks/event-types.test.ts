import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { eventTypes } from '../../../server/webhooks/event-types.ts';
import { checkEvent } from '../check-events.ts';
import { testApi } from '../harness.ts';

describe('an event type', () => {
  it('has an example that is valid for its schema', () => {
    for (const { example } of eventTypes) checkEvent(example);
  });

  it('describes the complete resource as returned by the API, and nothing else', () => {
    for (const { example } of eventTypes) {
      const { object } = example.data;
      const faulty = (changed: object) =>
        assert.throws(
          () => checkEvent({ ...example, data: { ...example.data, object: changed } }),
          example.type,
        );
      faulty({ ...object, more: 1 });
      const [first = ''] = Object.keys(object);
      faulty(Object.fromEntries(Object.entries(object).filter(([name]) => name !== first)));
      assert.throws(() =>
        checkEvent({ ...example, data: { ...example.data, previous: { [first]: [] } } }),
      );
    }
  });

  it('is in the OpenAPI document with the schemas of the responses', async () => {
    const api = await testApi('sqlite');
    const text = await (await api.request('/v1/openapi.json')).text();
    const document = JSON.parse(text);
    const ajv = new Ajv2020({ strict: false, validateSchema: false });
    addFormats.default(ajv);
    ajv.addFormat('binary', true);
    ajv.addSchema(document, 'api');
    for (const { type, example } of eventTypes) {
      const pointer = `webhooks/${type}/post/requestBody/content/application~1json`;
      const validate = ajv.compile({ $ref: `api#/${pointer}/schema` });
      assert.ok(validate(example), `${type}: ${ajv.errorsText(validate.errors)}`);
      assert.ok(!validate({ ...example, data: { object: {} } }), type);
    }
    const sale = document.webhooks['sale.completed'].post.requestBody.content['application/json'];
    assert.equal(sale.schema.$ref, '#/components/schemas/SaleCompletedEvent');
  });
});
