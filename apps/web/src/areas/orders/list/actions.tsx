import {
  CheckOutlined,
  InboxOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  RightCircleOutlined,
  RollbackOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import {
  allocateOrders,
  cancelOrders,
  confirmOrdersAgain,
  goOnOrders,
  holdOrders,
  listOrders,
  mayAct,
  type OrderAction,
  type OrderRow,
  remarkOrders,
  resumeOrders,
  reviewOrders,
  unallocateOrders,
  waveOrders,
} from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { callKey } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useButtons } from '../../../components/can.tsx';
import type { BulkAction } from '../../../components/list-page.tsx';
import { useAskCancel, useAskRemark } from './ask.tsx';

type Action = BulkAction<typeof listOrders>;
type Wrong = Extract<
  OrderAction,
  'review' | 'allocate' | 'unallocate' | 'hold' | 'resume' | 'cancel' | 'wave' | 'goOn'
>;
const NOTHING = { done: 0, failed: [] };

/** What a queue asks of a person stands first in it. */
const DECISIONS: Record<string, readonly string[]> = { cancelRequested: ['goOn', 'cancel'] };

/** What may be done with ticked orders: by the person's rights, and by the states of the orders. */
export function useOrderActions(queue: string): { actions: Action[]; dialogs: ReactNode } {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const [askCancel, cancelDialog] = useAskCancel();
  const [askRemark, remarkDialog] = useAskRemark();
  const wave = useWave();
  const seen = useSeenOrders();
  const unless = (action: Wrong) => (rows: OrderRow[]) =>
    rows.length > 0 && !rows.some((row) => mayAct(action, row)) ? t(`wrongState.${action}`) : undefined;
  const all: [buttons: string, action: Action][] = [
    [
      'review',
      {
        key: 'review',
        label: t('act.review'),
        icon: <CheckOutlined />,
        disabledReason: unless('review'),
        run: ({ input, idempotencyKey }) => callApi(reviewOrders, { ...input, idempotencyKey }),
      },
    ],
    [
      'allocate',
      {
        key: 'allocate',
        label: t('act.allocate'),
        icon: <InboxOutlined />,
        disabledReason: unless('allocate'),
        run: ({ input, idempotencyKey }) => callApi(allocateOrders, { ...input, idempotencyKey }),
      },
    ],
    [
      'hold',
      {
        key: 'hold',
        label: t('act.hold'),
        icon: <PauseOutlined />,
        disabledReason: unless('hold'),
        run: ({ input, idempotencyKey }) => callApi(holdOrders, { ...input, idempotencyKey }),
      },
    ],
    [
      'hold',
      {
        key: 'resume',
        label: t('act.resume'),
        icon: <PlayCircleOutlined />,
        disabledReason: unless('resume'),
        run: ({ input, idempotencyKey }) => callApi(resumeOrders, { ...input, idempotencyKey }),
      },
    ],
    [
      'remark',
      {
        key: 'remark',
        label: t('act.remark'),
        run: async ({ input, count, idempotencyKey }) => {
          const remark = await askRemark(count, '');
          return remark === undefined ? NOTHING : callApi(remarkOrders, { ...input, remark, idempotencyKey });
        },
      },
    ],
    [
      'ship',
      {
        key: 'confirmAgain',
        label: t('act.confirmAgain'),
        disabledReason: (rows) =>
          rows.length > 0 && !rows.some((row) => row.confirmState === 'failed' || row.confirmState === 'pending')
            ? t('wrongState.confirmAgain')
            : undefined,
        run: ({ input, idempotencyKey }) => callApi(confirmOrdersAgain, { ...input, idempotencyKey }),
      },
    ],
    [
      'allocate',
      {
        key: 'unallocate',
        label: t('act.unallocate'),
        icon: <RollbackOutlined />,
        confirm: (count) => t('unallocateText', { count }),
        disabledReason: unless('unallocate'),
        run: ({ input, idempotencyKey }) => callApi(unallocateOrders, { ...input, idempotencyKey }),
      },
    ],
    [
      'cancel hold',
      {
        key: 'goOn',
        label: t('act.goOn'),
        icon: <RightCircleOutlined />,
        confirm: (count) => t('goOnText', { count }),
        disabledReason: unless('goOn'),
        run: ({ input, idempotencyKey }) => callApi(goOnOrders, { ...input, idempotencyKey }),
      },
    ],
    [
      'cancel',
      {
        key: 'cancel',
        label: t('act.cancel'),
        icon: <StopOutlined />,
        danger: true,
        disabledReason: unless('cancel'),
        run: async ({ input, count, idempotencyKey }) => {
          const orders = 'ids' in input ? seen(input.ids) : [];
          const why = await askCancel({ orders, count });
          return why ? callApi(cancelOrders, { ...input, ...why, idempotencyKey }) : NOTHING;
        },
      },
    ],
  ];
  const actions = all.flatMap(([buttons, action]) => (buttons.split(' ').some(may) ? [action] : []));
  const usual = wave ? [...actions.slice(0, 3), wave, ...actions.slice(3)] : actions;
  const first = (DECISIONS[queue] ?? []).flatMap((key) => usual.filter((action) => action.key === key));
  return {
    actions: [...first, ...usual.filter((action) => !first.includes(action))],
    dialogs: (
      <>
        {cancelDialog}
        {remarkDialog}
      </>
    ),
  };
}

/** Rows that were read before, by id: ticks may stand on pages that are not on the screen any more. */
function useSeenOrders(): (ids: readonly number[]) => OrderRow[] {
  const client = useQueryClient();
  return (ids) => {
    const pages = client.getQueriesData<{ rows: OrderRow[] }>({ queryKey: callKey(listOrders) });
    const rows = new Map(pages.flatMap(([, page]) => (page?.rows ?? []).map((row) => [row.id, row] as const)));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
}

/** Orders straight to the pickers, for whoever may make waves. */
function useWave(): Action | undefined {
  const { t } = useTranslation('orders');
  const outbound = useButtons(503);
  const picking = useButtons(504);
  if (!outbound('wave') && !picking('create')) return undefined;
  return {
    key: 'wave',
    label: t('act.wave'),
    confirm: (count) => t('waveText', { count }),
    disabledReason: (rows) =>
      rows.length > 0 && !rows.some((row) => mayAct('wave', row)) ? t('wrongState.wave') : undefined,
    run: async ({ input, idempotencyKey }) => {
      const made = await callApi(waveOrders, { ...input, idempotencyKey });
      if (made.waves.length > 0)
        toast.success(t('waveDone', { count: made.waves.length, numbers: made.waves.join(', ') }));
      return made;
    },
  };
}
