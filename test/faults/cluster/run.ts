// Faults of a cluster under load: npm run faults -- cluster [--seconds 5] [--only cluster,disk]
// [--match text]
import { parseArgs } from 'node:util';
import { postgresMissing } from '../../server/postgres.ts';
import { runCluster } from './cluster-run.ts';
import { type DiskContent, runFullDisk } from './full-disk.ts';
import { haproxyMissing } from './servers.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seconds: { type: 'string', default: '5' },
    match: { type: 'string', default: '' },
    only: { type: 'string', default: 'cluster,disk' },
  },
});
const only = values.only.split(',');
const missing = haproxyMissing ?? postgresMissing;
let isFailed = false;

if (only.includes('cluster')) {
  if (missing) console.log(missing);
  else {
    const report = await runCluster({
      seconds: Number(values.seconds),
      match: values.match,
      report: (text) => console.log(`  ${text}`),
    });
    console.log(JSON.stringify(report, null, 2));
    isFailed ||= report.lostWrites > 0 || report.duplicateWrites > 0 || !report.isCountExact;
  }
}
if (only.includes('disk')) {
  const contents: DiskContent[] = postgresMissing
    ? ['sqlite']
    : ['sqlite', 'postgres', 'postgres-tables'];
  for (const content of contents) {
    const report = await runFullDisk(content);
    console.log(content, report ? JSON.stringify(report) : 'tmpfs cannot be mounted here');
    isFailed ||= report !== null && (report.lost > 0 || report.recoveryMs < 0);
  }
}
if (isFailed) process.exitCode = 1;
