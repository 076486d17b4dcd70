import { getUserShop } from '@tradewind/contract/channels.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { useCall } from '../api/hooks.ts';
import type { Option } from './list/filters.ts';

const STALE_MS = 60_000;
/** Turns id and name into an option. */
export const optionOf = ({ id, name }: { id: number; name: string }): Option => ({ value: id, label: name });

/** The user's warehouses, for filters. */
export function useWarehouseOptions(): Option[] {
  const warehouses = useCall(selectWarehouse, {}, { staleMs: STALE_MS });
  return (warehouses.data ?? []).map(optionOf);
}

/** The user's shops, for filters. */
export function useShopOptions(): Option[] {
  const shops = useCall(getUserShop, {}, { staleMs: STALE_MS });
  return (shops.data?.list ?? []).map(optionOf);
}
