import { rights } from '@tradewind/contract/access/modules.ts';
import { purchaseMay } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import { defineLinkable } from '../../documents/public.ts';
import { purchaseDocument } from '../documents.ts';
import { assertMay, type Held, holdPurchase } from '../orders/hold.ts';
import { purchases } from '../orders/purchases.list.ts';

// Whoever made the link gets the messages: the order itself names no user.
defineLinkable({
  docKind: purchaseDocument.kind,
  share: [rights.purchaseOrder.edit, rights.purchaseOrder.submit],
  pages: ['supplierOrder'],
  buyerPages: [],
  single: true,
  priced: true,
  nameOf: async (tx, id) =>
    (
      await tx.row<{ number: string }>(
        sql`select o.number from purchase_order o where o.id = ${id} and ${purchases.where(tx, {})}`,
      )
    )?.number,
  responsible: async () => [],
  assertShareable: async (tx, id) => assertMay('share', await holdPurchase(tx, id)),
});

/** Locks the order. @throws conflict where the supplier may not answer: it is in review, received, closed or cancelled */
export async function holdForSupplier(tx: Tx, id: number): Promise<Held> {
  const held = await holdPurchase(tx, id);
  if (!purchaseMay('answer', held)) throw conflict('procurement.supplierPageShut');
  return held;
}
