import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Affiliate } from '../../../server/affiliates/contract.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { runSvc } from './run-svc.ts';

forEachEngine('svc affiliates', (engine) => {
  it('creates, changes and lists affiliates with coupons and other rates', async () => {
    const environment = {
      ...toEnvironment(await newDatabaseLocation(engine), temporaryFolder()),
      SVC_PUBLIC_URL: 'https://svc.example.com',
    };
    const svc = (...args: string[]) => runSvc(environment, 'affiliates', ...args);
    const terms = '--name Books --code weekly --rate 0.08 --json --coupon WEEKLY10'.split(' ');

    const created = await svc('create', ...terms, '--subject-rate', 'Sea stories=0.1');

    assert.equal(created.code, 0, created.stderr);
    const affiliate = Affiliate.parse(JSON.parse(created.stdout));
    assert.deepEqual(affiliate.couponCodes, ['WEEKLY10']);
    assert.deepEqual(affiliate.specialRates, [{ subject: 'Sea stories', rate: '0.1' }]);

    const { id } = affiliate;
    const changed = await svc('update', id, '--rate', '0.12', '--state', 'paused');
    assert.equal(changed.code, 0, changed.stderr);
    assert.match(changed.stdout, /Promotion link: https:\/\/svc\.example\.com\/r\/weekly\?book=/);
    const [listed] = JSON.parse((await svc('list', '--json')).stdout);
    assert.deepEqual([listed.rate, listed.state], ['0.12', 'paused']);
    assert.match((await svc('list', '--account', 'other')).stderr, /No account .* other\./);

    const wrong: [string[], RegExp][] = [
      [['update', id], /Nothing to change/],
      [['update', id, '--rate', '8%'], /^--rate: Must be .*, got "8%"/],
      [['create', '--code', 'other'], /^--name: Required\..*\n--rate: Required\./],
      [['update', id, '--account', 'typo', '--rate', '0.1'], /No account has the name or id typo/],
      [
        ['update', id, '--book-rate', 'bk_1'],
        /^--book-rate must have the form bk_…=0\.1, got "bk_1"/,
      ],
      [['update', 'prt_missing', '--rate', '0.1'], /No affiliate with id prt_missing/],
      [['create', '--name', 'Again', '--code', 'weekly', '--rate', '0.1'], /weekly/],
    ];
    for (const [args, message] of wrong) {
      const { code, stderr } = await svc(...args);
      assert.notEqual(code, 0, args.join(' '));
      assert.match(stderr, message);
    }
  });
});
