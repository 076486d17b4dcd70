import { say } from '../../core/text/texts.ts';
import { defineAlerts, defineBadge } from '../access/public.ts';
import { latestFinished } from './invariants/run.queries.ts';
import { failures } from './jobs/job.queries.ts';

defineBadge(1001, async (tx) => (await failures(tx))[0]?.count ?? 0);

defineAlerts(['1001'], async (tx, ctx) => {
  const [failed] = await failures(tx);
  if (!failed?.latest) return [];
  const text = say(ctx.language, 'trust.alert.jobs', { count: failed.count });
  return [{ key: `jobs:${failed.count}`, level: 'bad', text, path: '/system/jobs?state=failed', at: failed.latest }];
});

defineBadge(1002, async (tx) => (await latestFinished(tx))?.red ?? 0);

defineAlerts(['1002'], async (tx, ctx) => {
  const run = await latestFinished(tx);
  if (!run || run.green) return [];
  const text = say(ctx.language, 'trust.alert.red', { count: run.red });
  return [{ key: `trust:${run.finishedAt.getTime()}`, level: 'bad', text, path: '/system/trust', at: run.finishedAt }];
});
