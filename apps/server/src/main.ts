import { setTimeout as sleep } from 'node:timers/promises';
import { keepBackup } from './backup/keeper.ts';
import { type Config, ConfigError, readConfig } from './core/config.ts';
import { sendCompanyHints } from './core/hints.ts';
import { startWorker } from './core/jobs/worker.ts';
import { serveMetrics } from './core/metrics.ts';
import { startSandboxProcess } from './core/sandbox.ts';
import { type OpenApp, openApp } from './core/start.ts';
import { startTracing } from './core/tracing.ts';
import { prepareDemo } from './demo/demo.ts';
import { serve } from './serve.ts';
import { carryOver } from './upgrade/carry-over.ts';

/** Of the twenty seconds that a stop may take, these are for requests and jobs; the rest for the database. */
const FINISH_WITHIN_MS = 15_000;
const CLOSE_WITHIN_MS = 4_500;

/** What is running and how each ends. Requests and jobs end side by side; the outside world after them. */
interface Running {
  work: (() => Promise<unknown>)[];
  sandbox?: () => Promise<void>;
  /** Ends after them, so that it has what they wrote. */
  backup?: () => Promise<void>;
  opened?: OpenApp;
  /** When all work is done. */
  last?: (() => Promise<void>) | undefined;
  /** The process has nothing more to do. */
  done(): void;
}

async function stop(running: Running, drainSeconds: number): Promise<void> {
  const { app } = running.opened ?? {};
  if (app) app.life = 'stopping';
  // A load balancer learns by `ready` that this process goes, and sends no more requests.
  if (drainSeconds > 0 && app?.config.roles.includes('api')) await sleep(drainSeconds * 1000);
  const quietly = (error: unknown) => running.opened?.app.log.error({ error }, 'while stopping');
  const finished = Promise.all(running.work.map((end) => end().catch(quietly)));
  await Promise.race([finished, sleep(FINISH_WITHIN_MS)]);
  const sent = running.last?.().catch(quietly);
  await running.sandbox?.().catch(quietly);
  await running.backup?.().catch(quietly);
  const closed = running.opened?.close().catch(quietly);
  await Promise.race([Promise.all([closed, sent]), sleep(CLOSE_WITHIN_MS)]);
}

async function start(config: Config, running: Running, stopping: () => boolean): Promise<void> {
  running.last = await startTracing(config);
  if (!config.databaseUrl) await carryOver(config, (line) => void process.stdout.write(`${line}\n`));
  const opened = await openApp(config, stopping);
  running.opened = opened;
  const { app } = opened;
  if (stopping()) return;
  app.life = 'starting';
  if (config.metricsPort !== undefined) running.work.push(await serveMetrics(app, config.metricsPort));
  if (config.roles.every((role) => role === 'migrate')) return running.done();
  running.work.push(sendCompanyHints(app));
  if (opened.embedded) running.backup = await keepBackup(app);
  if (config.roles.includes('sandbox')) running.sandbox = await startSandboxProcess(config);
  const demo = config.demo ? await prepareDemo(app) : undefined;
  if (config.roles.includes('api') && !stopping()) {
    const { server, close } = await serve(app);
    running.work.push(close);
    await server.listen({ host: config.host, port: config.port });
    process.stdout.write(`Tradewind is ready: ${config.publicUrl}\n`);
    if (demo) process.stdout.write(`Sign in with ${demo.userLoginId} / ${demo.password}\n`);
  }
  if (config.roles.includes('worker') && !stopping()) {
    const worker = await startWorker(app, { alone: opened.embedded });
    running.work.push(worker.stop);
  }
  if (app.life === 'starting') app.life = undefined;
}

/** What a person can mend is told in one line; anything else with its trace. */
function explained(error: Error & { code?: string }, config?: Config): string {
  if (error instanceof ConfigError) return error.message;
  if (error.code === 'EADDRINUSE')
    return `PORT=${config?.port} is taken by another program: set PORT to a free port, for instance PORT=${(config?.port ?? 0) + 10}.`;
  if (error.code === 'EACCES') return `PORT=${config?.port} may not be used by this account: use one above 1023.`;
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : (error.stack ?? error.message);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const running: Running = { work: [], done: () => end(0) };
  let stopped: Promise<void> | undefined;
  const end = (code: number) => {
    stopped ??= stop(running, config.drainSeconds).then(() => process.exit(code));
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  try {
    await start(config, running, () => stopped !== undefined);
  } catch (error) {
    if (!stopped) process.stderr.write(`${explained(error as Error, config)}\n`);
    end(1);
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${explained(error)}\n`);
  process.exit(1);
});
