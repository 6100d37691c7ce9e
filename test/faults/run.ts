// npm run faults: kills server processes; npm run faults -- cluster: faults of a cluster behind
// HAProxy.
if (process.argv[2] === 'cluster') await import('./cluster/run.ts');
else await import('./run-kills.ts');
