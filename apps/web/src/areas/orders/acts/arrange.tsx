import {
  BarcodeOutlined,
  EnvironmentOutlined,
  FlagOutlined,
  MergeCellsOutlined,
  RollbackOutlined,
  SplitCellsOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import {
  changeOrderLines,
  mayAct,
  mergeOrders,
  type OrderAction,
  prioritiseOrders,
  routeOrders,
  sendBackOrders,
  splitOrder,
  unmergeOrders,
} from '@tradewind/contract/orders.ts';
import { callApi } from '../../../api/client.ts';
import { useMay } from '../../../components/can.tsx';
import { LinesDialog } from '../arrange/lines-dialog.tsx';
import { PriorityDialog } from '../arrange/priority-dialog.tsx';
import { type Route, RouteDialog } from '../arrange/route-dialog.tsx';
import { SplitDialog } from '../arrange/split-dialog.tsx';
import { useAsk } from '../arrange/use-ask.ts';
import type { ActGroup, ActOrder } from './act.ts';

const fits = (action: OrderAction) => (order: ActOrder) => mayAct(action, order);
const done = (undoId: number | undefined) => ({ done: 1, failed: [], ...(undoId === undefined ? {} : { undoId }) });

/** Actions that rearrange orders: split, merge, items, warehouse, channel, back to review. */
export function useArrangeActs(): ActGroup {
  const may = useMay();
  const split = useAsk<number, number>();
  const lines = useAsk<number, { undoId?: number | undefined }>();
  const route = useAsk<number, Route>();
  const priority = useAsk<{ count: number; now: number }, number>();
  return {
    acts: [
      {
        key: 'merge',
        allowed: may(mergeOrders),
        icon: <MergeCellsOutlined />,
        only: 'many',
        fits: fits('merge'),
        run: ({ input, orders, idempotencyKey }) =>
          callApi(mergeOrders, { ids: 'ids' in input ? input.ids : orders.map((order) => order.id), idempotencyKey }),
      },
      {
        key: 'unmerge',
        allowed: may(unmergeOrders),
        icon: <UndoOutlined />,
        // The order that carries the box has no `mergedInto`: its drawer lists the merged orders.
        fits: (order) => order.mergedInto !== null && mayAct('arrange', order),
        run: ({ input, idempotencyKey }) => callApi(unmergeOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'split',
        allowed: may(splitOrder),
        icon: <SplitCellsOutlined />,
        only: 'one',
        fits: (order) => order.mergedInto === null && mayAct('split', order),
        run: async ({ orders }) => {
          const undoId = await split.ask(orders[0]?.id ?? 0);
          return undoId === undefined ? undefined : done(undoId);
        },
      },
      {
        key: 'lines',
        allowed: may(changeOrderLines),
        icon: <BarcodeOutlined />,
        only: 'one',
        fits: (order) => order.mergedInto === null && mayAct('arrange', order),
        run: async ({ orders }) => {
          const changed = await lines.ask(orders[0]?.id ?? 0);
          return changed && done(changed.undoId);
        },
      },
      {
        key: 'route',
        allowed: may(routeOrders),
        icon: <EnvironmentOutlined />,
        fits: fits('arrange'),
        run: async ({ input, count, idempotencyKey }) => {
          const chosen = await route.ask(count);
          return chosen && callApi(routeOrders, { ...input, ...chosen, idempotencyKey });
        },
      },
      {
        key: 'priority',
        allowed: may(prioritiseOrders),
        icon: <FlagOutlined />,
        fits: fits('arrange'),
        run: async ({ input, count, orders, idempotencyKey }) => {
          const chosen = await priority.ask({ count, now: count === 1 ? (orders[0]?.priority ?? 0) : 0 });
          return chosen === undefined
            ? undefined
            : callApi(prioritiseOrders, { ...input, priority: chosen, idempotencyKey });
        },
      },
      {
        key: 'sendBack',
        allowed: may(sendBackOrders),
        icon: <RollbackOutlined />,
        fits: fits('sendBack'),
        run: ({ input, idempotencyKey }) => callApi(sendBackOrders, { ...input, idempotencyKey }),
      },
    ],
    dialogs: (
      <>
        {split.open !== undefined && <SplitDialog id={split.open} onClose={split.answer} />}
        {lines.open !== undefined && <LinesDialog id={lines.open} onClose={lines.answer} />}
        {route.open !== undefined && <RouteDialog count={route.open} onClose={route.answer} />}
        {priority.open && <PriorityDialog {...priority.open} onClose={priority.answer} />}
      </>
    ),
  };
}
