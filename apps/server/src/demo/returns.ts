import type { InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { sql } from '../core/database/sql.ts';
import { approve } from './approvals.ts';
import { callerAt } from './calls.ts';
import { at, type DemoContext, inPast, staff } from './context.ts';

type Input = InputOf<typeof calls.saveSupplierReturn>;

interface Story {
  /** The supplier's own number of the purchase whose goods go back. */
  purchase: string;
  reference: string;
  remedy: calls.ReturnRemedy;
  goods: Pick<Input['lines'][number], 'quantity' | 'reason' | 'remark'>;
  /** When it was requested, shipped, and settled. */
  daysAgo: [requested: number, shipped?: number, settled?: number];
}

/** Money came back for one, one waits for its debit note, and one for its approval. */
const STORIES: readonly Story[] = [
  {
    ...{ purchase: 'SO-88213', reference: 'RMA-0917', remedy: 'refund', daysAgo: [48, 46, 39] },
    goods: { quantity: 6, reason: 'defective', remark: '把手脱胶' },
  },
  {
    ...{ purchase: 'CZ2609-17', reference: 'CZ-TH-04', remedy: 'debitNote', daysAgo: [12, 9] },
    goods: { quantity: 4, reason: 'defective', remark: '釉面开裂' },
  },
  {
    ...{ purchase: 'SO-90127', reference: '', remedy: 'replacement', daysAgo: [1] },
    goods: { quantity: 5, reason: 'wrongGoods', remark: '发错花色' },
  },
];

interface Bought {
  reference: string;
  supplierId: number;
  warehouseId: number;
  productId: number;
}

/** Goods of purchases that go back to their suppliers. Told again it changes nothing. */
export async function returnToSuppliers(demo: DemoContext): Promise<void> {
  const finance = (await staff(demo)).get('finance');
  const bought = await inPast(demo, 'demo', new Date(), async (tx) => {
    const there = await tx.row(sql`select 1 from supplier_return where company_id = ${sql.company} limit 1`);
    const rows = await tx.rows<Bought>(sql`
      select distinct on (o.id) o.reference, o.supplier_id, o.warehouse_id, l.product_id
      from purchase_order o join purchase_line l on l.company_id = ${sql.company} and l.order_id = o.id
      where o.company_id = ${sql.company} and o.reference = any(${STORIES.map((one) => one.purchase)}::text[])
      order by o.id, l.id`);
    return there ? [] : rows;
  });
  if (!finance) return;
  const day = (daysAgo: number) => at(demo, daysAgo, 0).toISOString().slice(0, 10);
  for (const { purchase, reference, remedy, goods, daysAgo } of STORIES) {
    const from = bought.find((one) => one.reference === purchase);
    if (!from) continue;
    const { supplierId, warehouseId, productId } = from;
    const [requested, shipped, settled] = daysAgo;
    const asks = callerAt(demo, 'buyer', requested, 5);
    const lines = [{ productId, condition: 'good' as const, ...goods }];
    const { id, number } = await asks(calls.saveSupplierReturn, { supplierId, warehouseId, remedy, reference, lines });
    await asks(calls.submitSupplierReturn, { id });
    if (shipped === undefined) continue;
    await approve(callerAt(demo, finance, requested, 6), number);
    const truck = { id, carrier: '德邦物流', trackingNumber: `DPK${88_210_000 + id}` };
    await callerAt(demo, 'buyer', shipped, 3)(calls.shipSupplierReturn, truck);
    if (settled === undefined) continue;
    const books = callerAt(demo, finance, settled, 4);
    const { open } = await books(calls.getSupplierReturn, { id });
    await books(calls.settleSupplierReturn, {
      id,
      amount: open ?? '0',
      onDay: day(settled),
      reference: `TK${2000 + id}`,
    });
  }
}
