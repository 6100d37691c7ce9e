import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stageWordpressPlugin } from '../../scripts/wordpress-plugin.js';
import { findWordpress } from '../../scripts/wordpress.js';

/**
 * Runs a new WordPress site with the plugin until SIGTERM: WordPress with MariaDB and PHP's own web
 * server, in the folder SVC_WORDPRESS_DATA and on the port SVC_WORDPRESS_PORT.
 */
async function startSite(): Promise<void> {
  const folder = process.env.SVC_WORDPRESS_DATA ?? '';
  const port = process.env.SVC_WORDPRESS_PORT ?? '';
  const programs = findWordpress();
  if (!programs || !folder || !port)
    throw new Error('WordPress, its folder or its port is missing.');
  const { php, mariadb, initialize, wordpress } = programs;

  const site = join(folder, 'site');
  const socket = join(folder, 'mariadb.sock');
  // Debian's package links to files elsewhere. PHP would look for the configuration next to them.
  cpSync(wordpress, site, { recursive: true, dereference: true });
  const content = join(site, 'wp-content');
  mkdirSync(join(content, 'mu-plugins'), { recursive: true });
  cpSync(
    join(import.meta.dirname, 'site/test-site.php'),
    join(content, 'mu-plugins/test-site.php'),
  );
  await stageWordpressPlugin(join(content, 'plugins/svc-reader'));
  writeFileSync(join(site, 'wp-config.php'), configuration(socket, port));

  const database = await startDatabase(mariadb, initialize, folder, socket);
  const stop = (server?: ChildProcess) => {
    // PHP's workers are in the process group of their parent.
    if (server?.pid) process.kill(-server.pid, 'SIGTERM');
    database.kill('SIGTERM');
  };
  try {
    const install = join(import.meta.dirname, 'site/install-site.php');
    execFileSync(php, [install, site, port], { stdio: ['ignore', 'inherit', 'inherit'] });
  } catch (error) {
    stop();
    throw error;
  }
  const server = spawn(php, ['-S', `127.0.0.1:${port}`, '-t', site], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop(server));
  await once(database, 'exit');
}

/**
 * Starts a database that is reachable only by its socket. Writes are not durable, so it starts
 * faster.
 */
async function startDatabase(
  program: string,
  initialize: string,
  folder: string,
  socket: string,
): Promise<ChildProcess> {
  const data = join(folder, 'mariadb');
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? ['--user=mysql'] : [];
  if (isRoot) {
    const [id, group] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'mysql'], { encoding: 'utf8' })),
    );
    for (const path of [folder, data]) chownSync(path, id ?? 0, group ?? 0);
  }
  execFileSync(
    initialize,
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...user,
    ],
    { stdio: 'ignore' },
  );
  const server = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${join(folder, 'mariadb.pid')}`,
      '--skip-networking',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=64M',
      ...user,
    ],
    { stdio: 'ignore' },
  );
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error('MariaDB did not start.');
    await delay(100);
  }
  return server;
}

function configuration(socket: string, port: string): string {
  const constants = {
    DB_NAME: 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    WP_HOME: `http://127.0.0.1:${port}`,
    WP_SITEURL: `http://127.0.0.1:${port}`,
    WP_DEBUG: true,
    WP_DEBUG_LOG: true,
    WP_DEBUG_DISPLAY: false,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    // Also blocks requests to wordpress.org.
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: '127.0.0.1,localhost',
  };
  return [
    '<?php',
    ...Object.entries(constants).map(
      ([name, value]) =>
        `define( '${name}', ${typeof value === 'string' ? `'${value}'` : String(value)} );`,
    ),
    "$table_prefix = 'wp_';",
    "if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }",
    "require_once ABSPATH . 'wp-settings.php';",
    '',
  ].join('\n');
}

await startSite();
