import type { App } from '../core/app.ts';
import { readConfig } from '../core/config.ts';
import { joinApp, openApp } from '../core/start.ts';

/** Works in the running program's database, or in one that it opens. */
export async function withApp(
  work: (app: App) => Promise<void>,
  locked?: Parameters<typeof openApp>[2],
): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const opened = (config.databaseUrl ? undefined : await joinApp(config)) ?? (await openApp(config, undefined, locked));
  try {
    await work(opened.app);
  } finally {
    await opened.close();
  }
}
