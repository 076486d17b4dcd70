import { rights } from '@tradewind/contract/access/modules.ts';
import type { Area } from '../../core/area.ts';
import { say } from '../../core/text/texts.ts';
import { defineAlerts, defineBadge } from '../access/public.ts';
import { approvalRoutes } from './approvals.routes.ts';
import './approvals.texts.ts';
import './daily-reminder.ts';
import { countWaiting } from './list.ts';
import './approver-swap.ts';

defineBadge(rights.approval.id, (tx) => countWaiting(tx));

defineAlerts([rights.approval.view], async (tx, ctx) => {
  const count = await countWaiting(tx);
  if (count === 0) return [];
  const text = say(ctx.language, 'approvals.waiting', { count });
  return [{ key: `approvals:${count}`, level: 'info', text, path: '/approval/center', at: tx.now }];
});

export const approvalsArea: Area = { name: 'approvals', routes: approvalRoutes };
