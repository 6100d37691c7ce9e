import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../free-port.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8');
const blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, type, code = '']) => ({
  type,
  code,
}));

describe('the webhook documentation', () => {
  it('includes a receiver of about twelve lines that accepts only valid openssl signatures', async () => {
    const code = blocks.find(({ type }) => type === 'js')?.code ?? '';
    const sign = blocks.find((one) => one.code.includes('openssl'))?.code ?? '';
    assert.ok(code.trim().split('\n').length <= 13);
    const secret = `whsec_${Buffer.alloc(32, 0x0d).toString('base64')}`;
    const port = await freePort();
    const receiver = spawn(
      process.execPath,
      ['--input-type=module', '-e', `${code}\nconsole.log('ready');`],
      {
        cwd: root,
        env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    after(() => receiver.kill());
    const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, 'ready');

    const run = async (signedWith: string): Promise<string> => {
      const { stdout } = await promisify(execFile)('sh', ['-c', sign], {
        env: {
          ...process.env,
          WEBHOOK_SECRET: signedWith,
          RECEIVER: `http://127.0.0.1:${port}/`,
        },
      });
      return stdout.trim();
    };
    assert.equal(await run(secret), '204');
    assert.equal((await lines.next()).value, 'ping {}');
    assert.equal(await run(`whsec_${Buffer.alloc(32, 1).toString('base64')}`), '400');
  });
});
