import { findTrustRun, listTrustRuns, runTrustChecks } from '@tradewind/contract/trust.ts';
import type { App } from '../../../core/app.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { readRun, recentRuns } from './run.queries.ts';
import { startRun } from './run.ts';

export function runRoutes({ database }: App): Route[] {
  return [
    handle(listTrustRuns, (ctx) => database.inCompany(ctx, recentRuns)),
    handle(findTrustRun, (ctx, { id }) => database.inCompany(ctx, (tx) => readRun(tx, ctx, id))),
    handle(runTrustChecks, (ctx) =>
      database.inCompany(ctx, async (tx) => ({ id: await startRun(tx, ctx.actor.name) })),
    ),
  ];
}
