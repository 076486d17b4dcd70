import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestServer } from './harness.ts';

interface Started {
  child: ChildProcess;
  ended: Promise<{ code: number | null; said: string; complaint: string }>;
}

/** A command of the shell in a process of its own, beside the running program. */
export function startCommand({ app }: TestServer, name: string, ...args: string[]): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../commands/${name}.ts`), ...args], {
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      DATABASE_URL: app.database.owner.options.connectionString,
      // Not `migrate`, which would give the program's role another password.
      TRADEWIND_ROLES: 'api',
      TRADEWIND_DATA: app.config.dataDir,
      TRADEWIND_SECRET: app.config.secret,
    },
  });
  let said = '';
  let complaint = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (complaint += chunk));
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said, complaint })) };
}
