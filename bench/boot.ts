import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, log, NODE_FLAGS, round, untilHealthy } from './lib.ts';

const RUNS = 5;
const PORT = 18_303;

/** Start of the whole program (embedded database, api, worker) to healthy, on a data folder that exists; memory of the program. */
export async function boot(): Promise<Figures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tradewind-bench-'));
  await chmod(dataDir, 0o755);
  const once_ = async (): Promise<{ seconds: number; child: ChildProcess }> => {
    const start = performance.now();
    const child = spawn(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, '../apps/server/src/main.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        TRADEWIND_DATA: dataDir,
        PORT: String(PORT),
        TRADEWIND_ROLES: 'api,worker',
        TRADEWIND_DEMO: 'off',
        LOG_LEVEL: 'warn',
      },
    });
    await untilHealthy(`http://127.0.0.1:${PORT}`, child);
    return { seconds: (performance.now() - start) / 1000, child };
  };
  const times: number[] = [];
  let residentMegabytes = 0;
  for (let run = 0; run <= RUNS; run++) {
    const { seconds, child } = await once_();
    log(`${run === 0 ? 'first start' : 'warm start'} ${round(seconds)} s`);
    if (run > 0) times.push(seconds);
    if (run === RUNS) {
      await sleep(3000);
      residentMegabytes = await residentOf(child.pid ?? 0);
    }
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
  times.sort((a, b) => a - b);
  return {
    startToHealthySeconds: round(times[Math.floor(RUNS / 2)] ?? 0),
    residentMegabytes: round(residentMegabytes, 0),
    unit: 's, MB (program without the database)',
  };
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
