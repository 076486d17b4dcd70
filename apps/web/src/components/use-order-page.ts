import { ORDER_MODULES } from '@tradewind/contract/access/modules.ts';
import type { MenuItem } from '@tradewind/contract/access.ts';
import { useSession } from '../shell/session.ts';

/** Where the user may open an order: all orders, else their first platform. Undefined: nowhere. */
export function useOrderPage(): (orderId: number, orderNo: string) => string | undefined {
  const pages = new Map(pagesOf(useSession()?.menu ?? []));
  const first = ORDER_MODULES.find((id) => pages.has(id));
  const path = first === undefined ? undefined : pages.get(first);
  return (orderId, orderNo) => path && `${path}?open=${orderId}&text=${encodeURIComponent(orderNo)}`;
}

function pagesOf(items: readonly MenuItem[]): [number, string][] {
  return items.flatMap((item) => [
    ...(item.component && item.checked === 'Y' ? [[item.id, item.path] satisfies [number, string]] : []),
    ...pagesOf(item.children),
  ]);
}
