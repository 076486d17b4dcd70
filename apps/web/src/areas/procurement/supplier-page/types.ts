import type { ResultOf } from '@tradewind/contract/call.ts';
import type { openSupplierOrder } from '@tradewind/contract/procurement.ts';

export type SupplierOrder = ResultOf<typeof openSupplierOrder>;
export type SupplierLine = SupplierOrder['lines'][number];
export interface SendingProps {
  order: SupplierOrder;
  linkKey: string;
  onSent: () => void;
}
