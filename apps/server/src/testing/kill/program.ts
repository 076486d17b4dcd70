import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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
