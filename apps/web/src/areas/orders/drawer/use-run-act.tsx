import { getOrder, listOrders, orderTabs, orderUndos } from '@tradewind/contract/orders.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { saidOf } from '../../../components/list/bulk.ts';
import type { OrderAct } from '../acts/act.ts';
import { useOrderUndo } from '../arrange/undo.tsx';
import type { Order } from './order.ts';

interface RunAct {
  /** The key of the running act. */
  busy: string;
  run: (act: OrderAct) => Promise<void>;
  dialog: ReactNode;
}

/** Runs an act on the open order, reports the result and offers to undo it. */
export function useRunAct(order: Order): RunAct {
  const { t } = useTranslation('orders');
  const refresh = useRefresh();
  const [busy, setBusy] = useState('');
  const [undo, dialog] = useOrderUndo();
  const run = async ({ key, run: work }: OrderAct) => {
    setBusy(key);
    try {
      const result = await work({
        input: { ids: [order.id] },
        count: 1,
        orders: [order],
        idempotencyKey: crypto.randomUUID(),
      });
      const [failed] = result?.failed ?? [];
      if (failed) toast.error(failed.reason);
      else if (result) {
        const answered = saidOf(t(`did.${key}`, { number: order.displayNo }), result.message);
        const { undoId } = result;
        if (undoId === undefined) toast.success(answered);
        else toast.undoable(answered, () => undo(undoId));
      }
      if (result) refresh(getOrder, listOrders, orderTabs, orderUndos);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy('');
    }
  };
  return { busy, run, dialog };
}
