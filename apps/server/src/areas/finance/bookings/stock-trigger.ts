import type { Tx } from '../../../core/database/database.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { supplierReturned } from '../../procurement/public.ts';
import { availableGrew } from '../../stock/public.ts';
import { bookStock, STOCK_BATCH } from './goods.ts';

/** Receipts come in bursts: one job books all of a period. */
const WAIT_MS = 20_000;

const stockJob: Job<object> = defineJob('finance.bookStock', ['记账：库存', 'Book stock'], async (app, ctx) => {
  while ((await app.database.inCompany(ctx, (tx) => bookStock(tx, false))) >= STOCK_BATCH);
});

const soon = (tx: Tx) =>
  addJob(
    tx,
    stockJob,
    {},
    { key: 'finance.bookStock', keyMode: 'preserve_run_at', runAt: new Date(tx.now.getTime() + WAIT_MS), priority: 20 },
  );
availableGrew.listen(soon);
supplierReturned.listen(soon);
