import { findIntegrityRun, listIntegrityRuns, runIntegrityChecks } from '@tradewind/contract/integrity.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { readRun, recentRuns } from './run.queries.ts';
import { startRun } from './run.ts';

export function runRoutes(): Route[] {
  return [
    handle(listIntegrityRuns, (tx) => recentRuns(tx)),
    handle(findIntegrityRun, (tx, { id }, ctx) => readRun(tx, ctx, id)),
    handle(runIntegrityChecks, async (tx, _input, ctx) => ({ id: await startRun(tx, ctx.actor.name) })),
  ];
}
