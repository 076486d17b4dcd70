import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Below the ports that the system gives to connections: nobody takes it while the program is dead for a moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** The program as a process of its own that can be killed at any moment and started again on the same data folder. */
export class Program {
  #child: ChildProcess | undefined;
  readonly #env: Record<string, string>;
  readonly url: string;
  constructor(env: Record<string, string>) {
    this.#env = env;
    this.url = `http://127.0.0.1:${env.PORT}`;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
      stdio: ['ignore', process.env.KILL_TEST_TALKS ? 'inherit' : 'ignore', 'inherit'],
      env: { ...process.env, ...this.#env },
    });
    this.#child = child;
    for (let waited = 0; ; waited += 50) {
      if (child.exitCode !== null) throw new Error('The program stopped while starting');
      if (waited > 60_000) throw new Error('The program did not become healthy');
      const healthy = await fetch(`${this.url}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (healthy) return;
      await sleep(50);
    }
  }

  /** kill -9: nothing is finished, nothing is tidied. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}
