import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    url: string;
    sandboxUrl: string;
    /** The program's data folder: its outbox holds the mails. */
    dataDir: string;
  }
}

/** The whole program as `npm start` runs it, on a folder of its own. E2E_URL names one that is running already. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.E2E_URL;
  if (running) {
    project.provide('url', running);
    project.provide('sandboxUrl', process.env.E2E_SANDBOX_URL ?? '');
    project.provide('dataDir', process.env.TRADEWIND_DATA ?? '');
    return async () => {};
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'tradewind-e2e-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../apps/server/src/main.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      TRADEWIND_DATA: dataDir,
      TRADEWIND_CAPTCHA: 'off',
      TRADEWIND_DEMO: 'on',
      TRADEWIND_V2_URL: 'https://v2.tradewind.invalid',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      LOG_LEVEL: 'warn',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await healthy(url, () => child.exitCode);
  project.provide('url', url);
  project.provide('sandboxUrl', `http://127.0.0.1:${sandboxPort}`);
  project.provide('dataDir', dataDir);
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function healthy(url: string, exitCode: () => number | null): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (exitCode() !== null) throw new Error(`The program ended while starting (${exitCode()})`);
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error('The program did not become healthy within a minute');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
