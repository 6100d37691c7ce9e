import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig, UsageError } from '../../server/config.ts';

describe('the configuration', () => {
  it('has defaults that run everything on one machine', () => {
    assert.deepEqual(readConfig({}), {
      host: '127.0.0.1',
      port: 8787,
      dataFolder: resolve('data'),
      databaseUrl: null,
      databaseConnections: 10,
      publicUrl: null,
      secret: null,
      secretFallbacks: [],
      role: 'all',
      storageUrl: null,
      searchUrl: null,
      cacheSecret: null,
      drainSeconds: 0,
      logLevel: 'info',
      hasBurstLimit: true,
      logsRequests: true,
      mail: null,
      enrichmentSources: [],
      openLibraryUrl: 'https://openlibrary.org',
      googleBooksUrl: 'https://www.googleapis.com',
      refreshesRates: true,
      openRatesUrls: [
        'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json',
        'https://latest.currency-api.pages.dev/v1/currencies/usd.json',
      ],
      ecbRatesUrl: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
      allowLoopback: false,
      eventRetentionDays: 30,
      serviceName: 'Digital Publishing API',
      trustProxy: null,
      internalPeers: null,
      tracesEndpoint: null,
      sampledShare: 1,
      dnsServers: null,
    });
  });

  it('is read from the environment, where an empty variable counts as unset', () => {
    const config = readConfig({
      HOST: '',
      PORT: '0',
      SVC_DATA: '/srv/svc',
      DATABASE_URL: 'postgresql://db.example/svc',
      SVC_PUBLIC_URL: 'https://api.example/',
      SVC_BURST_LIMIT: 'off',
      SVC_ENRICH: 'openlibrary, googlebooks,openlibrary',
      SVC_OPENLIBRARY_URL: 'http://127.0.0.1:1/',
      SVC_RATES: 'off',
      SVC_RATES_OPEN_URLS: 'http://127.0.0.1:1/usd.json, https://mirror.example/usd.json',
      SVC_RATES_ECB_URL: 'http://127.0.0.1:1/ecb.xml',
      SVC_TRUST_PROXY: '10.0.0.0/8, ::1',
      UNRELATED: 'x',
    });
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 0);
    assert.equal(config.dataFolder, '/srv/svc');
    assert.equal(config.databaseUrl, 'postgresql://db.example/svc');
    assert.equal(config.publicUrl, 'https://api.example');
    assert.deepEqual(config.enrichmentSources, ['openlibrary', 'googlebooks']);
    assert.equal(config.openLibraryUrl, 'http://127.0.0.1:1');
    assert.equal(config.hasBurstLimit, false);
    assert.equal(config.refreshesRates, false);
    assert.deepEqual(config.openRatesUrls, [
      'http://127.0.0.1:1/usd.json',
      'https://mirror.example/usd.json',
    ]);
    assert.equal(config.ecbRatesUrl, 'http://127.0.0.1:1/ecb.xml');
    assert.equal(config.trustProxy, '10.0.0.0/8, ::1');
  });

  it('names every invalid variable', () => {
    assert.throws(
      () => readConfig({ PORT: '65536', SVC_ROLE: 'boss', DATABASE_URL: 'mysql://db' }),
      (error) => {
        assert.ok(error instanceof UsageError);
        assert.equal(
          error.message,
          'Invalid environment variables: PORT must be a port, 0 to 65535, got "65536"; ' +
            'DATABASE_URL must start with postgres://, got "mysql://db"; ' +
            'SVC_ROLE must be all, api or worker, got "boss".',
        );
        return true;
      },
    );
    for (const [name, value] of [
      ['PORT', '80a'],
      ['SVC_PUBLIC_URL', 'api.example'],
      ['SVC_SECRET', 'short'],
      ['LOG_LEVEL', 'loud'],
      ['SVC_BURST_LIMIT', 'no'],
      ['SVC_TRUST_PROXY', 'proxy.example'],
      ['SVC_TRUST_PROXY', '10.0.0.0/33'],
      ['SVC_INTERNAL_PEERS', 'loopback'],
      ['SVC_KEEP_EVENTS_DAYS', '6'],
      ['SVC_RATES', 'yes'],
      ['SVC_RATES_OPEN_URLS', 'https://a.example/usd.json,'],
      ['SVC_RATES_ECB_URL', 'file:///etc/passwd'],
    ] as const) {
      assert.throws(() => readConfig({ [name]: value }), new RegExp(name));
    }
  });

  it('accepts a public URL only if it is an origin', () => {
    const publicUrlOf = (address: string) => readConfig({ SVC_PUBLIC_URL: address }).publicUrl;
    assert.equal(publicUrlOf('HTTPS://Books.Example:443/'), 'https://books.example');
    assert.equal(publicUrlOf('http://127.0.0.1:8080'), 'http://127.0.0.1:8080');
    for (const more of ['/books', '/books/', '//', '/?key=x', '/#top']) {
      assert.throws(() => publicUrlOf(`https://example.org${more}`), {
        message:
          'Invalid environment variables: SVC_PUBLIC_URL must be a URL without a path, ' +
          `such as https://books.example.com, got "https://example.org${more}".`,
      });
    }
  });

  it('repeats no secret in a message', () => {
    for (const [name, value] of [
      ['SVC_SECRET', 'hunter2'],
      ['SVC_SECRET_FALLBACKS', 'hunter2'],
      ['SVC_CDN_SECRET', 'hunter2'],
      ['SVC_PUBLIC_URL', 'https://house:hunter2@example.org'],
      ['DATABASE_URL', 'mysql://house:hunter2@db'],
      ['DATABASE_URL', 'mysql://db/books?user=house&password=hunter2'],
      ['SVC_SMTP_URL', 'https://house:hunter2@mail.example'],
    ] as const) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) => error instanceof UsageError && !error.message.includes('hunter2'),
        name,
      );
    }
  });
});
