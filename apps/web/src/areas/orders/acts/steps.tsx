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
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  allocateOrders,
  cancelOrders,
  confirmOrdersAgain,
  holdOrders,
  mayAct,
  type OrderAction,
  remarkOrders,
  resumeOrders,
  reviewOrders,
  shipOrdersAnyway,
  unallocateOrders,
  waveOrders,
} from '@tradewind/contract/orders.ts';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useMay } from '../../../components/can.tsx';
import { useAskCancel, useAskRemark } from '../list/ask.tsx';
import type { ActGroup, ActOrder } from './act.ts';

const fits = (action: OrderAction) => (order: ActOrder) => mayAct(action, order);
/** They continue by themselves once that is done. */
const WAIT_FOR_DATA: readonly (string | null)[] = ['unmapped', 'address'];
/** Orders with a cancellation request offer “Ship anyway” instead. */
const mayResume = (order: ActOrder) =>
  mayAct('resume', order) && !mayAct('goOn', order) && !WAIT_FOR_DATA.includes(order.exception);

/** The main steps of an order: approve, allocate, create wave, hold, resume. */
export function useStepActs(): ActGroup {
  const { t } = useTranslation('orders');
  const may = useMay();
  const mayWave = useMay(rights.outbound, rights.picking)(waveOrders);
  const [askCancel, cancelDialog] = useAskCancel();
  const [askRemark, remarkDialog] = useAskRemark();
  return {
    acts: [
      {
        key: 'review',
        allowed: may(reviewOrders),
        icon: <CheckOutlined />,
        fits: fits('review'),
        run: ({ input, idempotencyKey }) => callApi(reviewOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'allocate',
        allowed: may(allocateOrders),
        icon: <InboxOutlined />,
        fits: fits('allocate'),
        run: ({ input, idempotencyKey }) => callApi(allocateOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'wave',
        allowed: mayWave,
        icon: <SendOutlined />,
        confirm: (count) => t('waveText', { count }),
        fits: fits('wave'),
        run: async ({ input, idempotencyKey }) => {
          const made = await callApi(waveOrders, { ...input, idempotencyKey });
          if (made.waves.length === 0) return made;
          return { ...made, message: t('waveDone', { count: made.waves.length, numbers: made.waves.join(', ') }) };
        },
      },
      {
        key: 'hold',
        allowed: may(holdOrders),
        icon: <PauseOutlined />,
        fits: fits('hold'),
        run: ({ input, idempotencyKey }) => callApi(holdOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'resume',
        allowed: may(resumeOrders),
        icon: <PlayCircleOutlined />,
        fits: mayResume,
        run: ({ input, idempotencyKey }) => callApi(resumeOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'remark',
        allowed: may(remarkOrders),
        fits: () => true,
        run: async ({ input, count, orders, idempotencyKey }) => {
          const remark = await askRemark(count, count === 1 ? (orders[0]?.remark ?? '') : '');
          return remark === undefined ? undefined : callApi(remarkOrders, { ...input, remark, idempotencyKey });
        },
      },
      {
        key: 'confirmAgain',
        allowed: may(confirmOrdersAgain),
        fits: (order) => order.confirmState === 'failed' || order.confirmState === 'pending',
        run: ({ input, idempotencyKey }) => callApi(confirmOrdersAgain, { ...input, idempotencyKey }),
      },
      {
        key: 'unallocate',
        allowed: may(unallocateOrders),
        icon: <RollbackOutlined />,
        confirm: (count) => t('unallocateText', { count }),
        fits: fits('unallocate'),
        run: ({ input, idempotencyKey }) => callApi(unallocateOrders, { ...input, idempotencyKey }),
      },
      {
        key: 'goOn',
        allowed: may(shipOrdersAnyway),
        icon: <RightCircleOutlined />,
        confirm: (count) => t('goOnText', { count }),
        fits: fits('goOn'),
        run: ({ input, idempotencyKey }) => callApi(shipOrdersAnyway, { ...input, idempotencyKey }),
      },
      {
        key: 'cancel',
        allowed: may(cancelOrders),
        icon: <StopOutlined />,
        danger: true,
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
