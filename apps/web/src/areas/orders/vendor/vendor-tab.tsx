import { getVendorOrder, isAccepted } from '@tradewind/contract/vendor.ts';
import { Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../api/hooks.ts';
import { PageError } from '../../../components/page-error.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AnswerSection } from './answer-section.tsx';
import { CartonSection } from './carton-section.tsx';
import { InvoiceSection } from './invoice-section.tsx';
import { PackForm } from './pack-form.tsx';
import { ShipForm } from './ship-form.tsx';
import { ShipmentSection } from './shipment-section.tsx';
import type { VendorAct } from './vendor-order.ts';
import './vendor.css';

/** Jobs send updates to Amazon while the tab is open. */
const LOOK_AGAIN_MS = 3_000;

/** An Amazon purchase order: acknowledgement, cartons, shipment and invoice. */
export function VendorTab({ orderId }: { orderId: number }): ReactNode {
  const found = useCall(getVendorOrder, { id: orderId }, { everyMs: LOOK_AGAIN_MS });
  const [act, setAct] = useState<VendorAct>();
  const order = found.data;
  if (found.error) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (!order) return <Skeleton active />;
  const close = () => setAct(undefined);
  return (
    <>
      <AnswerSection order={order} onAct={setAct} />
      {isAccepted(order.answer) && <CartonSection order={order} onAct={setAct} />}
      {order.cartons.length > 0 && <ShipmentSection order={order} onAct={setAct} />}
      {(order.shipment || order.invoice) && <InvoiceSection order={order} />}
      {act === 'answer' && <AnswerForm key={order.id} order={order} onClose={close} />}
      {act === 'pack' && <PackForm order={order} onClose={close} />}
      {act === 'ship' && <ShipForm order={order} onClose={close} />}
    </>
  );
}
