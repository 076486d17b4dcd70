import type { Tx } from '../../core/database/database.ts';
import { type AllocatedGoods, allocationShipping, allocationWithdrawing } from '../procurement/public.ts';
import { fbaDocument, legDocument, lockFba, lockLeg, moveFba, moveLegState } from './documents.ts';
import { saveShipment } from './fba/save.ts';
import { saveDraft } from './leg/legs.ts';

// Allocation orders send their goods on by first legs and FBA shipments; people complete the drafts.
allocationShipping.listen(async (tx, goods) => {
  if (goods.kind === 'leg') {
    const { id: docId, number } = await draftLeg(tx, goods);
    goods.made({ docKind: 'transit_leg', docId, number });
    return;
  }
  const { id: docId, number } = await draftShipment(tx, goods);
  goods.made({ docKind: 'fba_shipment', docId, number });
});

const draftLeg = (tx: Tx, { fromWarehouseId, toWarehouseId, remark, lines }: AllocatedGoods) =>
  saveDraft(tx, {
    ...{ fromWarehouseId, warehouseId: toWarehouseId ?? 0, supplier: '', mode: 'sea', forwarder: '', container: '' },
    ...{ trackingNumber: '', cartons: 0, departOn: null, etaOn: null, remark, costs: [] },
    lines: lines.map(({ productId, quantity }) => ({ productId, quantity, goodsCost: null })),
  });

const draftShipment = (tx: Tx, goods: AllocatedGoods) =>
  saveShipment(tx, tx, {
    shopId: goods.shopId ?? 0,
    marketplaceId: goods.marketplaceId ?? '',
    warehouseId: goods.fromWarehouseId,
    name: goods.allocation.number,
    remark: goods.remark,
    lines: goods.lines.map(({ sellerSku, quantity }) => ({
      ...{ sellerSku, quantity, labelOwner: 'SELLER' as const, prepOwner: 'NONE' as const, expiresOn: null },
    })),
  });

allocationWithdrawing.listen(async (tx, { docKind, docId, withdrawn }) => {
  if (docKind === legDocument.kind) {
    const leg = await lockLeg(tx, docId);
    if (leg.state !== 'draft') return;
    await moveLegState(tx, leg, 'cancelled');
    withdrawn();
  }
  if (docKind === fbaDocument.kind) {
    const shipment = await lockFba(tx, docId);
    // One that Amazon knows is cancelled there first, by a person.
    if (shipment?.state !== 'draft' || shipment.planId !== null || shipment.step !== '') return;
    await moveFba(tx, shipment, 'cancelled');
    withdrawn();
  }
});
