import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig } from './core/config.ts';
import { startWorker } from './core/jobs/worker.ts';
import { openApp } from './core/start.ts';
import { prepareDemo } from './demo/demo.ts';
import { serve } from './serve.ts';

const STOP_WITHIN_MS = 20_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const opened = await openApp(config);
  const { app } = opened;
  const stops: (() => Promise<void>)[] = [];
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    const all = (async () => {
      for (const each of stops.reverse()) await each().catch((error) => app.log.error({ error }, 'while stopping'));
    })();
    await Promise.race([all, sleep(STOP_WITHIN_MS)]);
    await opened.close();
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  try {
    if (config.roles.includes('sandbox')) {
      const { startSandboxProcess } = await import('./core/sandbox.ts');
      stops.push(await startSandboxProcess(config));
    }
    const demo = config.demo ? await prepareDemo(app) : undefined;
    if (config.roles.includes('api')) {
      const { server, close } = await serve(app);
      await server.listen({ host: config.host, port: config.port });
      stops.push(close);
      process.stdout.write(`Tradewind is ready: ${config.publicUrl}\n`);
      if (demo) process.stdout.write(`Sign in with ${demo.userLoginId} / ${demo.password}\n`);
    }
    if (config.roles.includes('worker')) {
      const worker = await startWorker(app, { alone: opened.embedded });
      stops.push(worker.stop);
    }
  } catch (error) {
    app.log.fatal({ error }, 'could not start');
    process.stderr.write(`${(error as Error).message}\n`);
    await stop(1);
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error.stack ?? error.message)}\n`);
  process.exit(1);
});
