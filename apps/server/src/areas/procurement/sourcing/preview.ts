import type { SourcingAddress, SourcingConnector, SourcingPreview } from '@tradewind/connectors/sourcing/connector.ts';
import { ConnectorError, type Tokens } from '@tradewind/connectors/types.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, forbidden, ruleBroken } from '../../../core/errors.ts';
import { codedFailure } from '../../../core/jobs/failure.ts';
import { Decimal } from '../../../core/money.ts';
import { purchases } from '../orders/purchases.list.ts';
import { savePurchase } from '../orders/purchases.service.ts';
import { with1688 } from './account.ts';
import { chargedFor, goodsOf, higherLines, type SourcedLine, sourcedLines } from './goods.ts';
import { isPlaceable } from './open.ts';
import { said } from './said.ts';
import { explained } from './setup.ts';

type Preview = ResultOf<typeof calls.previewSourcing>;
/** Offers that are looked at where an order is refused, to show what is on sale. */
const MOST_OFFERS = 20;

interface Known {
  order: { id: number; number: string; amount: string | null };
  lines: SourcedLine[];
  /** Where the last order for this warehouse went. */
  usual: string | null;
}

/** @throws forbidden procurement.costs; conflict procurement.1688.notOpen; ruleBroken procurement.1688.noShop */
async function known(tx: Tx, id: number): Promise<Known> {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
  const order = await purchases.one(tx, id);
  const shop = await shopOf(tx, order.supplierId);
  if (!shop) throw ruleBroken('procurement.1688.noShop', { code: order.supplierCode });
  if (!(await isPlaceable(tx, order))) throw conflict('procurement.1688.notOpen', { number: order.number });
  const last = await tx.row<{ addressId: string }>(sql`select s.address_id from sourcing_order s
    join purchase_order o on o.company_id = ${sql.company} and o.id = s.order_id
    where s.company_id = ${sql.company} and o.warehouse_id = ${order.warehouseId} order by s.id desc limit 1`);
  return { order, lines: await sourcedLines(tx, id), usual: last?.addressId ?? null };
}

export async function shopOf(tx: Tx, supplierId: number): Promise<string> {
  const row = await tx.row<{ shop1688: string }>(
    sql`select shop1688 from supplier where company_id = ${sql.company} and id = ${supplierId}`,
  );
  return row?.shop1688 ?? '';
}

const chosenOf = (addresses: readonly SourcingAddress[], desired: string | undefined, usual: string | null) =>
  addresses.find((one) => one.id === desired) ?? addresses.find((one) => one.id === usual) ?? addresses[0];

interface Answered {
  addresses: SourcingAddress[];
  address: SourcingAddress | undefined;
  preview: SourcingPreview | undefined;
  /** Why 1688 refuses it. */
  refusal: string | null;
  stock: ReadonlyMap<string, number | null>;
}

async function ask(
  platform: SourcingConnector,
  tokens: Tokens,
  { lines, usual }: Known,
  desired?: string,
): Promise<Answered> {
  const addresses = await platform.addresses(tokens);
  const address = chosenOf(addresses, desired, usual);
  const answer = { addresses, address, preview: undefined, refusal: null, stock: new Map<string, number | null>() };
  if (!address || lines.length === 0 || lines.some((line) => line.problem)) return answer;
  try {
    return { ...answer, preview: await platform.preview(tokens, goodsOf(address.id, lines)) };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
    return { ...answer, refusal: error.message, stock: await stockOf(platform, tokens, lines) };
  }
}

/** What is on sale of each specification; an offer that cannot be read shows nothing. */
async function stockOf(platform: SourcingConnector, tokens: Tokens, lines: readonly SourcedLine[]) {
  const stock = new Map<string, number | null>();
  for (const offerId of [...new Set(lines.map((line) => line.offerId))].slice(0, MOST_OFFERS)) {
    const offer = await platform.offer(tokens, offerId).catch((error: unknown) => {
      if (error instanceof ConnectorError && error.kind !== 'unauthorized') return undefined;
      throw error;
    });
    for (const spec of offer?.specs ?? []) stock.set(`${offerId}/${spec.specId}`, spec.stock);
  }
  return stock;
}

/** What an order costs on 1688 now beside what was agreed. */
export async function previewOf(app: App, ctx: Ctx, input: ParsedOf<typeof calls.previewSourcing>): Promise<Preview> {
  const own = await app.database.look(ctx, (tx) => known(tx, input.id));
  const answered = await with1688(app, ctx, (platform, tokens) => ask(platform, tokens, own, input.addressId)).catch(
    explained,
  );
  const { preview, stock } = answered;
  const lines = own.lines.map((line) => ({
    ...line,
    charged: preview ? chargedFor(line, preview) : null,
    stock: stock.get(`${line.offerId}/${line.specId}`) ?? null,
    problem: said(ctx.language, line.problem),
  }));
  const first = own.lines.find((line) => line.problem)?.problem ?? null;
  return {
    addresses: answered.addresses,
    addressId: answered.address?.id ?? '',
    lines,
    sums: preview ?? null,
    ordered: own.order.amount ?? '0',
    problem: said(ctx.language, first ?? problemOf(answered)),
    higher: preview !== undefined && higherLines(own.lines, preview).length > 0,
    differs: lines.some((line) => line.charged !== null && !new Decimal(line.charged).eq(line.agreed)),
  };
}

function problemOf({ address, preview, refusal }: Answered): string | null {
  if (!address) return codedFailure('procurement.1688.noAddress');
  return refusal ?? preview?.problem ?? preview?.lines.find((line) => line.problem)?.problem ?? null;
}

/** Writes what 1688 charges into the lines; a higher price is reviewed again like any change of a buyer's. */
export async function takePrices(
  app: App,
  ctx: Ctx,
  input: ParsedOf<typeof calls.takeSourcingPrices>,
): Promise<ResultOf<typeof calls.takeSourcingPrices>> {
  const own = await app.database.look(ctx, (tx) => known(tx, input.id));
  const { preview, refusal } = await with1688(app, ctx, (platform, tokens) =>
    ask(platform, tokens, own, input.addressId),
  ).catch(explained);
  if (!preview) throw ruleBroken('procurement.1688.refused', { words: refusal ?? '' });
  const charged = new Map(own.lines.map((line) => [line.lineId, chargedFor(line, preview)]));
  return app.database.inCompany(ctx, async (tx) => {
    const order = await purchases.one(tx, input.id);
    const lines = await tx.rows<{
      id: number;
      productId: number;
      supplierSku: string;
      packSize: number;
      packs: number;
      unitPrice: string;
      promisedOn: string | null;
      remark: string;
    }>(sql`select id, product_id, supplier_sku, pack_size, packs, trim_scale(unit_price)::text as unit_price,
        promised_on::text as promised_on, remark from purchase_line
      where company_id = ${sql.company} and order_id = ${input.id} order by position, id`);
    const head = await tx.row<{ remark: string }>(
      sql`select remark from purchase_order where company_id = ${sql.company} and id = ${input.id}`,
    );
    const { id, version, supplierId, warehouseId, expectedOn, reference } = order;
    const { state } = await savePurchase(tx, {
      ...{ id, version, supplierId, warehouseId, expectedOn, reference, remark: head?.remark ?? '' },
      lines: lines.map((line) => ({ ...line, unitPrice: charged.get(line.id) ?? line.unitPrice })),
    });
    return { state };
  });
}
