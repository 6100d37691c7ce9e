// Writes server/search/han-readings.json, the pinyin readings of the characters of GB 2312, from
// the installed pinyin-pro, which itself is too large to load on a server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinyin } from 'pinyin-pro';
import { root } from './setup.js';

const decoder = new TextDecoder('gb18030');
const bySyllable = new Map();
for (let high = 0xb0; high <= 0xf7; high += 1) {
  for (let low = 0xa1; low <= 0xfe; low += 1) {
    const character = decoder.decode(Uint8Array.of(high, low));
    if (!/^\p{Script=Han}$/u.test(character)) continue;
    const readings = pinyin(character, { multiple: true, toneType: 'none', type: 'array' });
    for (const reading of new Set(readings.map((one) => one.replace('ü', 'u')))) {
      // Interjections such as “ng” are not syllables in titles.
      if (!/^[a-z]*[aeiou][a-z]*$/.test(reading)) continue;
      bySyllable.set(reading, (bySyllable.get(reading) ?? '') + character);
    }
  }
}
const sorted = [...bySyllable].sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(
  join(root, 'server/search/han-readings.json'),
  `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`,
);
console.error(`${sorted.length} syllables.`);
