import { z } from 'zod';
import { startWebkitDriver } from '../../scripts/webkit.js';
import { askTimeoutMs, callExpression, type Engine, type EngineOptions } from './engine.ts';

const Answer = z.object({ value: z.unknown() });
const Session = z.object({ sessionId: z.string() });

/** WebKitGTK through its own driver, using four commands of classic WebDriver. */
export async function openWebkit({ object, proxy, width }: EngineOptions): Promise<Engine> {
  const driver = await startWebkitDriver();
  const root = `http://127.0.0.1:${driver.port}/session`;
  try {
    const { sessionId } = Session.parse(
      await post(root, {
        capabilities: {
          alwaysMatch: {
            browserName: 'MiniBrowser',
            ...(proxy && {
              proxy: {
                proxyType: 'manual',
                httpProxy: proxy,
                sslProxy: proxy,
                noProxy: ['127.0.0.1'],
              },
            }),
            'webkitgtk:browserOptions': { binary: driver.browser, args: ['--automation'] },
          },
        },
      }),
    );
    const session = `${root}/${sessionId}`;
    await post(`${session}/timeouts`, { script: askTimeoutMs, pageLoad: askTimeoutMs });
    if (width) await post(`${session}/window/rect`, { width, height: 900 });
    const evaluate = async (expression: string) => {
      // All versions of the driver support callbacks, but not all await promises returned by
      // scripts.
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => ${expression})
          .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const answer = z
        .object({ value: z.unknown().optional(), error: z.string().optional() })
        .parse(await post(`${session}/execute/async`, { script, args: [] }));
      if (answer.error) throw new Error(answer.error);
      return answer.value;
    };
    return {
      async open(url) {
        await post(`${session}/url`, { url });
      },
      call: (method, ...args) => evaluate(callExpression(method, args, object)),
      evaluate,
      async close() {
        // The driver may close its connection when the browser closes.
        await fetch(session, { method: 'DELETE' }).catch(() => null);
        await driver.stop();
      },
    };
  } catch (error) {
    await driver.stop();
    throw error;
  }
}

async function post(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(askTimeoutMs),
  });
  const { value } = Answer.parse(await answer.json());
  if (!answer.ok) throw new Error(`WebKit’s driver: ${JSON.stringify(value)}`);
  return value;
}
