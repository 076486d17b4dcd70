import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { type Fba, fbaDocument } from '../documents.ts';
import type { Goods } from '../goods.ts';

export type Owner = 'SELLER' | 'AMAZON' | 'NONE';
export interface FbaLine extends Record<string, unknown> {
  id: number;
  productId: number;
  sellerSku: string;
  factor: number;
  quantity: number;
  labelOwner: Owner;
  prepOwner: Owner;
  expiresOn: string | null;
  fnsku: string;
  packingGroup: string;
}

export const linesOf = (tx: Tx, shipmentId: number): Promise<FbaLine[]> =>
  tx.rows<FbaLine>(sql`select id, product_id, seller_sku, factor, quantity,
      label_owner, prep_owner, expires_on::text as "expiresOn", fnsku,
      packing_group
    from fba_line where company_id = ${sql.company} and shipment_id = ${shipmentId} order by id`);

export interface FbaBox extends Record<string, unknown> {
  id: number;
  number: number;
  lengthCm: string;
  widthCm: string;
  heightCm: string;
  weightKg: string;
  contents: { lineId: number; quantity: number }[];
  partId: number | null;
  boxId: string;
  trackingNumber: string;
}
export const boxesOf = (tx: Tx, shipmentId: number): Promise<FbaBox[]> =>
  tx.rows<FbaBox>(sql`select id, number, length_cm, width_cm, height_cm,
      weight_kg, contents, part_id, box_id, tracking_number
    from fba_box where company_id = ${sql.company} and shipment_id = ${shipmentId} order by number`);

/** Amazon partnered carrier: Amazon's rates and labels. */
export const PARTNERED = 'AMAZON_PARTNERED_CARRIER';
export interface Transport {
  id: string;
  mode: string;
  solution: string;
  carrier: string;
  needsWindow: boolean;
  cost?: string;
  currency?: string;
  /** When Amazon's quote expires. */
  expiresAt?: string;
}
export interface FbaPart extends Record<string, unknown> {
  id: number;
  platformId: string;
  confirmationId: string;
  destination: string;
  status: string;
  transports: Transport[];
  transportId: string | null;
  windowFrom: string | null;
  inboundId: number | null;
}
export const partsOf = (tx: Tx, shipmentId: number): Promise<FbaPart[]> =>
  tx.rows<FbaPart>(sql`select id, platform_id, confirmation_id, destination, status,
      transports, transport_id, window_from, inbound_id
    from fba_part where company_id = ${sql.company} and shipment_id = ${shipmentId} order by id`);

/** In product units, as our stock counts. */
export const goodsOf = (held: Pick<Fba, 'id' | 'warehouseId'>, lines: readonly FbaLine[]): Goods => ({
  docKind: fbaDocument.kind,
  docId: held.id,
  warehouseId: held.warehouseId,
  lines: lines.map(({ id, productId, quantity, factor }) => ({ lineId: id, productId, units: quantity * factor })),
});
