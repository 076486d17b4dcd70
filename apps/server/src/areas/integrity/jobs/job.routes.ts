import { cancelJobs, listJobs, retryJobs } from '@tradewind/contract/integrity.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { actOnJobs, readJobs } from './job.service.ts';

export function jobRoutes(): Route[] {
  return [
    handle(listJobs, (tx, filter, ctx) => readJobs(tx, ctx, filter)),
    handle(retryJobs, (tx, chosen, ctx) => actOnJobs(tx, ctx, 'retry', chosen)),
    handle(cancelJobs, (tx, chosen, ctx) => actOnJobs(tx, ctx, 'cancel', chosen)),
  ];
}
