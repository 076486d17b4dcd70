import type { FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import type { Route } from './http/routes.ts';

/** What an area brings to the house. Its jobs, schedules, texts and subscriptions register themselves when imported. */
export interface Area {
  name: string;
  routes?: (app: App) => Route[];
  /** Addresses outside of the contract: platforms' pushes and authorization callbacks. */
  raw?: (app: App, server: FastifyInstance) => void;
}
