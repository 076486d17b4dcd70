import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** The stand-in platforms run in a process of their own: they are the outside world. Gives what stops them. */
export async function startSandboxProcess(config: Config): Promise<() => Promise<void>> {
  const entry = join(import.meta.dirname, '../../../sandbox/src/main.ts');
  const child = spawn(process.execPath, [entry], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SANDBOX_PORT: String(config.sandboxPort) },
  });
  return async () => {
    if (child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
}
