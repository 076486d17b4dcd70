import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readConfig } from '../apps/server/src/core/config.ts';
import { startEmbedded } from '../apps/server/src/core/database/embedded.ts';
import { databasePassword } from '../apps/server/src/core/start.ts';
import { startPooler } from '../apps/server/src/testing/pooler.ts';
import { startProxy } from '../apps/server/src/testing/proxy.ts';

const MAIN = join(import.meta.dirname, '../apps/server/src/main.ts');

/**
 * The layout of a provider on one machine: PostgreSQL behind PgBouncer, the schema brought up to date by a process of its
 * own, two apis behind a proxy that takes them in turn, a worker, the stand-ins. `ports`: of the proxy, the stand-ins, and
 * the apis.
 */
export async function startCluster(
  dataDir: string,
  environment: NodeJS.ProcessEnv,
  ports: { proxy: number; sandbox: number; apis: readonly number[] },
): Promise<() => Promise<void>> {
  const config = readConfig({ TRADEWIND_DATA: dataDir });
  const password = databasePassword(config);
  const server = await startEmbedded(dataDir, password);
  const direct = server.url('tradewind');
  const pooler = await startPooler(direct, { postgres: password, tradewind_app: password });
  const env = {
    ...environment,
    TRADEWIND_DATA: dataDir,
    TRADEWIND_DEMO: 'off',
    DATABASE_URL: pooler.through(direct),
    DATABASE_DIRECT_URL: direct,
    DATABASE_NAMED_STATEMENTS: pooler.named ? 'on' : 'off',
    TRADEWIND_PUBLIC_URL: `http://127.0.0.1:${ports.proxy}`,
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_URL: `http://127.0.0.1:${ports.sandbox}`,
  };
  const children: ChildProcess[] = [];
  const run = (roles: string, port = ports.proxy) => {
    const child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...env, TRADEWIND_ROLES: roles, PORT: String(port) },
    });
    children.push(child);
    return child;
  };
  run('sandbox');
  const apis = ports.apis.map((port) => run('api', port));
  run('worker');
  const [code] = await once(run('migrate'), 'exit');
  if (code !== 0) throw new Error(`migrate ended with ${code}`);
  let served = 0;
  const endProxy = await startProxy(ports.proxy, () => ports.apis[served++ % apis.length]);
  return async () => {
    endProxy();
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }),
    );
    await pooler.stop();
    await server.stop();
  };
}
