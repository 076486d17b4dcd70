import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { principalSource } from './areas/identity/public.ts';
import { areas } from './areas.ts';
import type { App } from './core/app.ts';
import { NotificationListener } from './core/database/notification-listener.ts';
import { buildServer, type Patience } from './core/http/server.ts';
import './demo/sample.ts';

/** The api of a process: all areas' calls behind one guard, and the web's files. */
export async function serve(
  app: App,
  patience?: Patience,
): Promise<{ server: FastifyInstance; close(): Promise<void> }> {
  const listener = new NotificationListener(app);
  const principals = principalSource(app, listener);
  const server = await buildServer(app, {
    routes: areas.flatMap((area) => area.routes?.(app) ?? []),
    principalOf: principals.principalOf,
    listener,
    raw: (instance) => {
      for (const area of areas) area.raw?.(app, instance);
    },
    webFolder: join(import.meta.dirname, '../../web/dist'),
    ...(patience ? { patience } : {}),
  });
  await listener.open();
  return {
    server,
    close: async () => {
      await server.close();
      principals.close();
      listener.close();
    },
  };
}
