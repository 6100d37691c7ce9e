import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Database } from '../../server/db/open.ts';
import { eventTypes } from '../../server/webhooks/event-types.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
const validators = new Map<string, ValidateFunction>();

function validatorOf(type: string): ValidateFunction {
  const known = validators.get(type);
  if (known) return known;
  const described = eventTypes.find((one) => one.type === type);
  assert.ok(described, `there is no type ${type}`);
  const made = ajv.compile(described.schema);
  validators.set(type, made);
  return made;
}

/** Checks an event against the schema of its type. Throws if it is invalid. */
export function checkEvent(event: { type: string; data?: unknown }): void {
  const validate = validatorOf(event.type);
  assert.ok(
    validate(event),
    `${event.type}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(event).slice(0, 600)}`,
  );
}

/** Checks all logged events. */
export async function checkLoggedEvents({ query }: Database): Promise<void> {
  const rows = await query.selectFrom('events').select('body').distinct().execute();
  for (const { body } of rows) checkEvent(JSON.parse(body));
}
