import { CopyOutlined, RedoOutlined, SwapOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getOrder, makeOrder, mayAct, sendAgain } from '@tradewind/contract/orders.ts';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import type { BulkResultData } from '../../../components/list-page.tsx';
import { usePage } from '../../../shell/page-context.ts';
import { AgainForm } from '../make/again-form.tsx';
import { MakeForm } from '../make/order-form.tsx';
import type { ActGroup, Picked } from './act.ts';

type Kind = 'copy' | 'resend' | 'replacement';
interface Requested {
  kind: Kind;
  id: number;
  answer: (result: BulkResultData | undefined) => void;
}

/** Actions that create an order from another: copy, resend, replacement. */
export function useMakeActs(): ActGroup {
  const may = useMay();
  const [requested, setRequested] = useState<Requested>();
  const ask =
    (kind: Kind) =>
    ({ orders }: Picked) =>
      new Promise<BulkResultData | undefined>((answer) => {
        const [order] = orders;
        if (order) setRequested({ kind, id: order.id, answer });
        else answer(undefined);
      });
  return {
    acts: [
      {
        key: 'copy',
        allowed: may(makeOrder),
        icon: <CopyOutlined />,
        only: 'one',
        fits: () => true,
        run: ask('copy'),
      },
      {
        key: 'resend',
        allowed: may(sendAgain),
        icon: <RedoOutlined />,
        only: 'one',
        fits: (order) => mayAct('sendAgain', order),
        run: ask('resend'),
      },
      {
        key: 'replacement',
        allowed: may(sendAgain),
        icon: <SwapOutlined />,
        only: 'one',
        fits: (order) => mayAct('sendAgain', order),
        run: ask('replacement'),
      },
    ],
    dialogs: requested && <MadeFrom asked={requested} onClose={() => setRequested(undefined)} />,
  };
}

function MadeFrom({ asked: { kind, id, answer }, onClose }: { asked: Requested; onClose: () => void }): ReactNode {
  const { moduleId } = usePage();
  const order = useCall(getOrder, { id }).data;
  if (!order) return null;
  // The form has already reported the new order. The drawer only refreshes.
  const close = () => {
    answer(undefined);
    onClose();
  };
  const shared = { onDone: () => {}, onClose: close };
  if (kind === 'copy') return <MakeForm moduleId={moduleId || rights.order.id} source={order} {...shared} />;
  return <AgainForm order={order} kind={kind} {...shared} />;
}
