import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';

const STOP_WITHIN_MS = 3_000;

/**
 * The stand-in platforms run in a process of their own: they are the outside world. Over the channel between the two
 * the sandbox reports that it listens, and learns that this process is gone, even if it was killed. Returns the
 * function that stops them. @throws when the port is taken
 */
export async function startSandboxProcess(config: Config): Promise<() => Promise<void>> {
  const entry = join(import.meta.dirname, '../../../sandbox/src/main.ts');
  const child = spawn(process.execPath, [entry], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(config.sandboxPort),
      SANDBOX_STATE: join(config.dataDir, 'sandbox.json'),
    },
    // A Ctrl+C goes to the whole group of the terminal: requests still running may need the platforms.
    detached: process.platform !== 'win32',
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(-2000);
  });
  const gone = once(child, 'exit');
  await Promise.race([once(child, 'message'), gone]);
  if (child.exitCode !== null)
    throw new ConfigError(
      complaint.includes('EADDRINUSE')
        ? `SANDBOX_PORT=${config.sandboxPort} is taken by another program: set it to a free port, or PORT, which it follows.`
        : `The sandbox could not start: ${complaint.trim()}`,
    );
  child.stderr?.on('data', (chunk: Buffer) => process.stderr.write(`sandbox: ${chunk}`));
  return async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await gone;
    clearTimeout(hard);
  };
}
