import {
  allocateOrders,
  cancelOrders,
  confirmOrdersAgain,
  getOrder,
  goOnOrders,
  holdOrders,
  listOrders,
  mayAct,
  type OrderAction,
  orderTabs,
  remarkOrders,
  resumeOrders,
  reviewOrders,
  unallocateOrders,
  waveOrders,
} from '@tradewind/contract/orders.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useButtons } from '../../../components/can.tsx';
import type { BulkResultData } from '../../../components/list-page.tsx';
import { useAskCancel, useAskRemark } from '../list/ask.tsx';
import type { Order } from './order-drawer.tsx';

/** The step that the order waits for; one that waits for a mapping or an address is mended in its tabs. */
function isNext(name: string, order: Order): boolean {
  if (name === 'resume') return order.exception !== 'unmapped' && order.exception !== 'address';
  return !['remark', 'cancel', 'goOn'].includes(name);
}

/** What may be done with this order now; the step it waits for stands first. */
export function OrderActions({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const outbound = useButtons(503);
  const picking = useButtons(504);
  const refresh = useRefresh();
  const [busy, setBusy] = useState('');
  const [askCancel, cancelDialog] = useAskCancel();
  const [askRemark, remarkDialog] = useAskRemark();
  const ids = [order.id];

  const run = async (name: string, work: () => Promise<BulkResultData | undefined>) => {
    setBusy(name);
    try {
      const result = await work();
      const [failed] = result?.failed ?? [];
      if (failed) toast.error(failed.reason);
      else if (result) toast.success(t(`did.${name}`, { number: order.displayNo }));
      if (result) refresh(getOrder, listOrders, orderTabs);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy('');
    }
  };
  const cancel = async () => {
    const why = await askCancel({ orders: [order], count: 1 });
    return why && callApi(cancelOrders, { ids, ...why });
  };
  const remark = async () => {
    const text = await askRemark(1, order.remark);
    return text === undefined ? undefined : callApi(remarkOrders, { ids, remark: text });
  };
  const fits = (action: OrderAction) => mayAct(action, order);
  const shown: [name: string, visible: boolean, work: () => Promise<BulkResultData | undefined>][] = [
    ['review', may('review') && fits('review'), () => callApi(reviewOrders, { ids })],
    ['allocate', may('allocate') && fits('allocate'), () => callApi(allocateOrders, { ids })],
    ['wave', (outbound('wave') || picking('create')) && fits('wave'), () => callApi(waveOrders, { ids })],
    ['goOn', (may('cancel') || may('hold')) && fits('goOn'), () => callApi(goOnOrders, { ids })],
    ['resume', may('hold') && fits('resume') && !fits('goOn'), () => callApi(resumeOrders, { ids })],
    [
      'confirmAgain',
      may('ship') && ['failed', 'pending'].includes(order.confirmState),
      () => callApi(confirmOrdersAgain, { ids }),
    ],
    ['hold', may('hold') && fits('hold'), () => callApi(holdOrders, { ids })],
    ['unallocate', may('allocate') && fits('unallocate'), () => callApi(unallocateOrders, { ids })],
    ['remark', may('remark'), remark],
    ['cancel', may('cancel') && fits('cancel'), cancel],
  ];
  const buttons = shown.filter(([, visible]) => visible);
  return (
    <>
      {buttons.map(([name, , work], index) => (
        <Button
          key={name}
          type={index === 0 && isNext(name, order) ? 'primary' : 'default'}
          danger={name === 'cancel'}
          loading={busy === name}
          disabled={busy !== '' && busy !== name}
          onClick={() => void run(name, work)}
        >
          {name === 'cancel' && order.status === 'shipped' ? t('stopVerb') : t(`one.${name}`)}
        </Button>
      ))}
      {cancelDialog}
      {remarkDialog}
    </>
  );
}
