import {
  CheckOutlined,
  InboxOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  RightCircleOutlined,
  RollbackOutlined,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons';
import {
  allocateOrders,
  cancelOrders,
  confirmOrdersAgain,
  goOnOrders,
  holdOrders,
  mayAct,
  type OrderAction,
  remarkOrders,
  resumeOrders,
  reviewOrders,
  unallocateOrders,
  waveOrders,
} from '@tradewind/contract/orders.ts';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { toast } from '../../../api/toast.ts';
import { useButtons } from '../../../components/can.tsx';
import { useAskCancel, useAskRemark } from '../list/ask.tsx';
import type { ActGroup, ActOrder } from './act.ts';

const fits = (action: OrderAction) => (order: ActOrder) => mayAct(action, order);
/** One that waits for a mapping or an address is mended in its tabs. */
const mayResume = (order: ActOrder) => mayAct('resume', order) && !mayAct('goOn', order);

/** The steps of an order on its way: let through, give it stock, to the pickers, stop and go on. */
export function useStepActs(): ActGroup {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const outbound = useButtons(503);
  const picking = useButtons(504);
  const [askCancel, cancelDialog] = useAskCancel();
  const [askRemark, remarkDialog] = useAskRemark();
  return {
    acts: [
      {
        key: 'review',
        allowed: may('review'),
        icon: <CheckOutlined />,
        fits: fits('review'),
        run: ({ input, idempotencyKey }) => callApi(reviewOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'allocate',
        allowed: may('allocate'),
        icon: <InboxOutlined />,
        fits: fits('allocate'),
        run: ({ input, idempotencyKey }) => callApi(allocateOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'wave',
        allowed: outbound('wave') || picking('create'),
        icon: <SendOutlined />,
        confirm: (count) => t('waveText', { count }),
        fits: fits('wave'),
        run: async ({ input, idempotencyKey }) => {
          const made = await callApi(waveOrders, { ...input, idempotencyKey });
          if (made.waves.length > 0)
            toast.success(t('waveDone', { count: made.waves.length, numbers: made.waves.join(', ') }));
          return made;
        },
      },
      {
        key: 'hold',
        allowed: may('hold'),
        icon: <PauseOutlined />,
        fits: fits('hold'),
        run: ({ input, idempotencyKey }) => callApi(holdOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'resume',
        allowed: may('hold'),
        icon: <PlayCircleOutlined />,
        fits: mayResume,
        run: ({ input, idempotencyKey }) => callApi(resumeOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'remark',
        allowed: may('remark'),
        aside: true,
        fits: () => true,
        run: async ({ input, count, orders, idempotencyKey }) => {
          const remark = await askRemark(count, count === 1 ? (orders[0]?.remark ?? '') : '');
          return remark === undefined ? undefined : callApi(remarkOrders, { ...input, remark, idempotencyKey });
        },
      },
      {
        key: 'confirmAgain',
        allowed: may('ship'),
        fits: (order) => order.confirmState === 'failed' || order.confirmState === 'pending',
        run: ({ input, idempotencyKey }) => callApi(confirmOrdersAgain, { ...input, idempotencyKey }),
      },
      {
        key: 'unallocate',
        allowed: may('allocate'),
        icon: <RollbackOutlined />,
        confirm: (count) => t('unallocateText', { count }),
        fits: fits('unallocate'),
        run: ({ input, idempotencyKey }) => callApi(unallocateOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'goOn',
        allowed: may('cancel') || may('hold'),
        icon: <RightCircleOutlined />,
        aside: true,
        confirm: (count) => t('goOnText', { count }),
        fits: fits('goOn'),
        run: ({ input, idempotencyKey }) => callApi(goOnOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'cancel',
        allowed: may('cancel'),
        icon: <StopOutlined />,
        danger: true,
        aside: true,
        fits: fits('cancel'),
        run: async ({ input, count, orders, idempotencyKey }) => {
          const why = await askCancel({ orders, count });
          return why && callApi(cancelOrders, { ...input, ...why, idempotencyKey });
        },
      },
    ],
    dialogs: (
      <>
        {cancelDialog}
        {remarkDialog}
      </>
    ),
  };
}
