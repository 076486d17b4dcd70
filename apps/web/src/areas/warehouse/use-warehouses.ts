import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { useCall } from '../../api/hooks.ts';
import type { Option } from '../../components/list-page.tsx';

/** Warehouses for filters. */
export function useWarehouseOptions(): Option[] {
  const warehouses = useCall(selectWarehouse, {});
  return (warehouses.data ?? []).map((warehouse) => ({ value: warehouse.id, label: warehouse.name }));
}
