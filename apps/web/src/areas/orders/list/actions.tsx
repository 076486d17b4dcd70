import { useQueryClient } from '@tanstack/react-query';
import { listOrders, type OrderRow } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callKey } from '../../../api/hooks.ts';
import type { BulkAction } from '../../../components/list-page.tsx';
import { ANSWERS, firstOf, type OrderAct } from '../acts/act.ts';
import { useOrderActs } from '../acts/all.tsx';
import { useOrderUndo } from '../arrange/undo.tsx';

type Action = BulkAction<typeof listOrders>;

/** The actions that come first in a queue. */
const DECISIONS: Record<string, readonly string[]> = { cancelRequested: ANSWERS };

/** The actions for selected orders, by the user's rights and the orders' status. */
export function useOrderActions(queue: string): { actions: Action[]; dialogs: ReactNode } {
  const { t } = useTranslation('orders');
  const observed = useVisibleOrders();
  const { acts, dialogs } = useOrderActs();
  const [undo, undoDialog] = useOrderUndo();
  const actions = acts
    .filter((act) => act.only !== 'one')
    .map(({ key, icon, danger, confirm, fits, run }: OrderAct): Action => {
      const needs = t(`wrongState.${key}`, { defaultValue: '' });
      return {
        key,
        label: t(`act.${key}`),
        icon,
        danger: danger ?? false,
        undo,
        ...(confirm ? { confirm } : {}),
        ...(needs ? { fits, needs } : {}),
        run: ({ input, count, idempotencyKey }) =>
          run({ input, count, idempotencyKey, orders: 'ids' in input ? observed(input.ids) : [] }),
      };
    });
  return {
    actions: firstOf(DECISIONS[queue] ?? [], actions),
    dialogs: (
      <>
        {dialogs}
        {undoDialog}
      </>
    ),
  };
}

/** Loaded rows by id. The selection may include rows of other pages. */
function useVisibleOrders(): (ids: readonly number[]) => OrderRow[] {
  const client = useQueryClient();
  return (ids) => {
    const pages = client.getQueriesData<{ rows: OrderRow[] }>({ queryKey: callKey(listOrders) });
    const rows = new Map(pages.flatMap(([, page]) => (page?.rows ?? []).map((row) => [row.id, row] as const)));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
}
