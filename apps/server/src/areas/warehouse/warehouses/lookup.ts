import type { Tx } from '../../../core/database/database.ts';

export interface Address {
  name?: string;
  company?: string;
  line1?: string;
  line2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
  phone?: string;
}

export type ShippingWarehouse = {
  id: number;
  code: string;
  name: string;
  kind: string;
  address: Address;
  isDefault: boolean;
  counting: boolean;
  priority: number;
};

const COLUMNS = `id, code, name, kind, address, is_default as "isDefault", counting, priority`;

/** Enabled warehouses in the order in which they are asked for stock. */
export function shippingWarehouses(tx: Tx): Promise<ShippingWarehouse[]> {
  return tx.prepared<ShippingWarehouse>(
    'warehouses_shipping',
    `select ${COLUMNS} from warehouse where company_id = $1 and enabled order by priority, is_default desc, id`,
    [tx.companyId],
  );
}

/** By id, disabled ones too. */
export async function warehousesById(tx: Tx, ids: readonly number[]): Promise<Map<number, ShippingWarehouse>> {
  const rows = await tx.prepared<ShippingWarehouse>(
    'warehouses_by_id',
    `select ${COLUMNS} from warehouse where company_id = $1 and id = any($2::bigint[])`,
    [tx.companyId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
