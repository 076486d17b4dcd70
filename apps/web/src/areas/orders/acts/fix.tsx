import { rights } from '@tradewind/contract/access/modules.ts';
import { editOrderAddress, mayAct } from '@tradewind/contract/orders.ts';
import { useState } from 'react';
import { useMay } from '../../../components/can.tsx';
import { AddressForm } from '../drawer/address-tab.tsx';
import { MapDialog } from '../drawer/map-dialog.tsx';
import type { Order } from '../drawer/order.ts';
import type { ActGroup } from './act.ts';

/** These statuses need no product and no address any more. */
const OVER: readonly Order['status'][] = ['shipped', 'delivered', 'cancelled', 'refunded'];

/** What an open order lacks: products of its items, or a part of its address. Each opens its form. */
export function useFixActs(order: Order): ActGroup {
  const may = useMay();
  const maps = useMay(rights.skuMapping);
  const [open, setOpen] = useState<'map' | 'address'>();
  const close = () => setOpen(undefined);
  const unmapped = order.lines.find((line) => line.productId === null && line.sellerSku);
  const opens = (what: 'map' | 'address') => async () => {
    setOpen(what);
    return undefined;
  };
  return {
    acts: [
      {
        key: 'map',
        allowed: maps(rights.skuMapping.add),
        only: 'one',
        fits: () => unmapped !== undefined && !OVER.includes(order.status),
        run: opens('map'),
      },
      {
        key: 'address',
        allowed: may(editOrderAddress),
        only: 'one',
        fits: () => order.exception === 'address' && mayAct('editAddress', order),
        run: opens('address'),
      },
    ],
    dialogs: (
      <>
        {open === 'map' && unmapped && (
          <MapDialog shopId={order.shopId} shopName={order.shopName} line={unmapped} onClose={close} />
        )}
        {open === 'address' && <AddressForm order={order} onClose={close} />}
      </>
    ),
  };
}
