import type { FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import type { Route } from './http/routes.ts';

/**
 * What an area registers with the application. Its jobs, schedules, texts and subscriptions register themselves on
 * import.
 */
export interface Area {
  name: string;
  routes?: (app: App) => Route[];
  /** Addresses outside of the contract: platforms' pushes and authorization callbacks. */
  raw?: (app: App, server: FastifyInstance) => void;
}
