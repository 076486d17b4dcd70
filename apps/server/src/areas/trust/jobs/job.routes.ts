import { cancelJobs, listJobs, retryJobs } from '@tradewind/contract/trust.ts';
import type { App } from '../../../core/app.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { actOnJobs, readJobs } from './job.service.ts';

export function jobRoutes({ database }: App): Route[] {
  return [
    handle(listJobs, (ctx, filter) => database.inCompany(ctx, (tx) => readJobs(tx, ctx, filter))),
    handle(retryJobs, (ctx, chosen) => database.inCompany(ctx, (tx) => actOnJobs(tx, ctx, 'retry', chosen))),
    handle(cancelJobs, (ctx, chosen) => database.inCompany(ctx, (tx) => actOnJobs(tx, ctx, 'cancel', chosen))),
  ];
}
