import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { it } from 'node:test';
import { inspect } from 'node:util';
import { isShort } from '../../../scripts/test-tiers.js';
import { forEachEngine } from '../harness.ts';
import { operationsOf, type Parameter } from '../api-document.ts';
import {
  buildRequestPath,
  documentedApi,
  type DocumentedApi,
  type DocumentedOperation,
} from './documented-api.ts';
import { schemaArbitrary } from './schema-arbitrary.ts';

/** Set SVC_FUZZ_REQUESTS and SVC_FUZZ_SEED for a longer run with other requests. */
const requests = Number(process.env['SVC_FUZZ_REQUESTS'] ?? (isShort ? 500 : 2000));
const seed = Number(process.env['SVC_FUZZ_SEED'] ?? 1);

/** Requests to one database. Deleted resources would otherwise leave too many 404 responses. */
const requestsPerApi = 2000;

/**
 * Generating more at once blocks the event loop for seconds, in which the connection to the server
 * in the same process times out. The next request is then lost.
 */
const requestsPerSample = 50;

interface GeneratedRequest {
  target: DocumentedOperation;
  values: Record<string, string>;
  body: string | undefined;
}

forEachEngine('generated requests', (engine) => {
  it('to every operation get a documented response and never a server error', async () => {
    const faults: string[] = [];
    const seen = new Set<string>();
    const statuses: Record<number, number> = {};
    let sent = 0;
    let fuzzed = await documentedApi(engine);
    let arbitrary = requestArbitrary(fuzzed);
    while (sent < requests) {
      if (sent > 0 && sent % requestsPerApi === 0) {
        fuzzed = await documentedApi(engine);
        arbitrary = requestArbitrary(fuzzed);
      }
      const numRuns = Math.min(requestsPerSample, requests - sent);
      for (const request of fc.sample(arbitrary, { numRuns, seed: seed + sent })) {
        seen.add(request.target.operation.operationId);
        const { status, fault } = await sendGenerated(fuzzed, request);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (fault) faults.push(fault);
      }
      sent += numRuns;
    }
    assertAllSeen(fuzzed, seen);
    console.log(`${sent} requests to ${seen.size} operations: ${faults.length} faults`, statuses);
    assert.deepEqual(faults.slice(0, 20), []);
  });
});

function assertAllSeen(api: DocumentedApi, seen: Set<string>): void {
  const ids = targetsOf(api).map(({ operation }) => operation.operationId);
  assert.deepEqual(
    ids.filter((id) => !seen.has(id)),
    [],
  );
}

/** Streams do not end. */
function targetsOf({ document }: DocumentedApi): DocumentedOperation[] {
  return operationsOf(document).filter(
    ({ operation }) => operation.operationId !== 'streamChapterChanges',
  );
}

function requestArbitrary(api: DocumentedApi): fc.Arbitrary<GeneratedRequest> {
  const { schemas } = api.document.components;
  return fc.oneof(
    ...targetsOf(api).map((target) => {
      const parameters = target.parameters.filter(({ in: place }) => place !== 'header');
      const values = fc.tuple(...parameters.map((one) => valueArbitrary(api, one)));
      const schema = target.operation.requestBody?.content['application/json']?.schema;
      const body = schema
        ? schemaArbitrary({ ...schema }, schemas).map((one) => JSON.stringify(one))
        : fc.constant(undefined);
      return fc.tuple(values, body).map(([pairs, text]) => ({
        target,
        values: Object.fromEntries(pairs.flat()),
        body: text,
      }));
    }),
  );
}

/** Mostly the valid value, or none if it is optional. */
function valueArbitrary(api: DocumentedApi, parameter: Parameter) {
  const { name, schema, required = false } = parameter;
  const right = fc.constant([[name, encodeURIComponent(api.rightValue(parameter))]]);
  const generated = schemaArbitrary(schema, {}).map((value) => [[name, encode(value)]]);
  const absent = fc.constant<string[][]>([]);
  return fc.oneof(
    { weight: required ? 8 : 2, arbitrary: right },
    { weight: 1, arbitrary: generated },
    { weight: required ? 0 : 6, arbitrary: absent },
  );
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed()) || '%20';
}

/** `send` throws if the document does not describe the response. */
async function sendGenerated(api: DocumentedApi, { target, values, body }: GeneratedRequest) {
  const { operation, method } = target;
  const path = buildRequestPath(api, target, values);
  const json = body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } };
  const name = `${method} ${path} ${body ?? ''}`;
  try {
    const response = await api.send(operation, path, { method, redirect: 'manual', ...json });
    await response.arrayBuffer();
    const { status } = response;
    return { status, fault: status < 500 || status === 501 ? null : `${name}: ${status}` };
  } catch (error) {
    return { status: 0, fault: `${name}: ${describe(error)}` };
  }
}

/** Includes the cause, because a lost connection is only "fetch failed". */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause ? `: ${inspect(error.cause)}` : '';
  return (String(error) + cause).slice(0, 600);
}
