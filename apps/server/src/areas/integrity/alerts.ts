import { rights } from '@tradewind/contract/access/modules.ts';
import { say } from '../../core/text/texts.ts';
import { defineAlerts, defineBadge } from '../access/public.ts';
import { latestFinished } from './invariants/run.queries.ts';
import { failures } from './jobs/job.queries.ts';

defineBadge(rights.job.id, async (tx) => (await failures(tx))[0]?.count ?? 0);

defineAlerts([rights.job.view], async (tx, ctx) => {
  const [failed] = await failures(tx);
  if (!failed?.latest) return [];
  const text = say(ctx.language, 'integrity.alert.jobs', { count: failed.count });
  return [{ key: `jobs:${failed.count}`, level: 'bad', text, path: '/system/jobs?state=failed', at: failed.latest }];
});

defineBadge(rights.integrity.id, async (tx) => (await latestFinished(tx))?.red ?? 0);

defineAlerts([rights.integrity.view], async (tx, ctx) => {
  const run = await latestFinished(tx);
  if (!run || run.green) return [];
  const text = say(ctx.language, 'integrity.alert.red', { count: run.red });
  return [{ key: `trust:${run.finishedAt.getTime()}`, level: 'bad', text, path: '/system/trust', at: run.finishedAt }];
});
