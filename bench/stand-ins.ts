import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface StandIns {
  url: string;
  control(path: string, body: object): Promise<void>;
  stop(): Promise<void>;
}

/** In a process of their own: what they need is not what the program needs. */
export async function startStandIns(): Promise<StandIns> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../apps/sandbox/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, SANDBOX_PORT: '0', NODE_OPTIONS: '--max-old-space-size=4096' },
  });
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    control: async (path, body) => {
      const answer = await fetch(`${url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
