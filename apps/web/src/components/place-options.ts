import { getUserShop } from '@tradewind/contract/channels.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { useCall } from '../api/hooks.ts';
import type { Option } from './list/filters.ts';

const STALE_MS = 60_000;
/** Whatever has an id and a name as an option. */
export const optionOf = ({ id, name }: { id: number; name: string }): Option => ({ value: id, label: name });

/** The warehouses of the person, for filters. */
export function useWarehouseOptions(): Option[] {
  const warehouses = useCall(selectWarehouse, {}, { staleMs: STALE_MS });
  return (warehouses.data ?? []).map(optionOf);
}

/** The shops of the person, for filters. */
export function useShopOptions(): Option[] {
  const shops = useCall(getUserShop, {}, { staleMs: STALE_MS });
  return (shops.data?.list ?? []).map(optionOf);
}
