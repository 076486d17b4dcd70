import type { ReactNode } from 'react';
import { None } from './figures.tsx';

const PAGES: Record<string, (id: number, number: string) => string> = {
  sales_order: (id, number) => `#/order/all?open=${id}&text=${encodeURIComponent(number)}`,
  outbound: (id) => `#/warehouse/outbound?state=all&open=${id}`,
  inbound: (id) => `#/warehouse/inbound?open=${id}`,
  inbound_check: (id) => `#/warehouse/inbound?open=${id}`,
  transfer: (id) => `#/warehouse/transfer?open=${id}`,
  assembly: (id) => `#/warehouse/assembly?open=${id}`,
  fba_shipment: (id) => `#/transit/fba?open=${id}`,
  transit_leg: (id) => `#/transit/other?open=${id}`,
  count: (id) => `#/warehouse/count?open=${id}`,
  sales_return: (id) => `#/order/returns?open=${id}`,
  purchase_order: (id) => `#/purchase/order?open=${id}`,
  supplier_return: (id) => `#/purchase/order?view=returns&open=${id}`,
  carrier_bill: (id) => `#/system/carrier?view=bills&open=${id}`,
};

/** The number of a document as a link to its page. Documents without a page show the number only. */
export function DocumentLink({ kind, id, number }: { kind: string; id: number; number: string | null }): ReactNode {
  const page = PAGES[kind];
  if (!number) return <None />;
  return page ? (
    <a href={page(id, number)} onClick={(event) => event.stopPropagation()}>
      {number}
    </a>
  ) : (
    number
  );
}
