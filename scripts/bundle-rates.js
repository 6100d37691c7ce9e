// Writes server/rates/bundled-rates.json, the exchange rates used without a network, from the
// installed
// @fawazahmed0/currency-api. Run `npm i -D @fawazahmed0/currency-api@latest` first.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOpenData } from '../server/rates/open-data-source.ts';
import { root } from './setup.js';

const set = 'node_modules/@fawazahmed0/currency-api/v1/currencies/usd.json';
const text = readFileSync(join(root, set), 'utf8');
const { date, pivot, rates } = parseOpenData(text, 'bundled');
const bundle = { date, pivot, rates: Object.fromEntries(rates) };
writeFileSync(
  join(root, 'server/rates/bundled-rates.json'),
  `${JSON.stringify(bundle, null, 2)}\n`,
);
console.error(`${rates.size} currencies of ${date}.`);
