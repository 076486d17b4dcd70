import type { Address } from '@tradewind/connectors/types.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict } from '../../core/errors.ts';
import type { FileAnswer } from '../../core/http/routes.ts';
import { drawPdf, gs1Code, lineOfText, MM, type Pdf } from '../../core/pdf.ts';
import { addressBlock } from '../logistics/public.ts';
import { cartonsOf, type PackedCarton, palletsOf } from './cartons.ts';
import { goodsOf, type VendorOrder, vendorOrder } from './orders.ts';

const PAGE = { widthMm: 100, heightMm: 150, marginMm: 4 };
const LEFT = 6 * MM;
const WIDTH = 88 * MM;
/** The contents printed on a label. */
const MOST_ITEMS = 4;

interface Labels {
  order: VendorOrder;
  from: Address;
  to: Address;
  carrier: { scac: string; billOfLading: string; pro: string } | undefined;
  cartons: PackedCarton[];
  pallets: { number: number; sscc: string }[];
  skus: Map<string, string>;
}

/** A GS1 label for each carton and each pallet. @throws conflict vendor.packFirst */
export async function printLabels(app: App, ctx: Ctx, id: number): Promise<FileAnswer> {
  const labels = await app.database.look(ctx, (tx) => labelsOf(tx, id));
  return drawPdf({ name: `SSCC ${labels.order.displayNo}`, page: PAGE }, (pdf) => {
    for (const carton of labels.cartons) drawCarton(pdf, labels, carton);
    for (const pallet of labels.pallets) drawPallet(pdf, labels, pallet);
  });
}

async function labelsOf(tx: Tx, id: number): Promise<Labels> {
  const order = await vendorOrder(tx, id);
  const cartons = await cartonsOf(tx, [id]);
  if (cartons.length === 0) throw conflict('vendor.packFirst', { number: order.displayNo });
  const places = await tx.row<{ from: Address | null; to: Address | null } & Record<string, unknown>>(sql`
    select coalesce(w.address, (select d.address from warehouse d where d.company_id = ${sql.company} and d.is_default)) as "from",
      o.ship_to as "to"
    from sales_order o left join warehouse w on w.company_id = o.company_id and w.id = o.warehouse_id
    where o.company_id = ${sql.company} and o.id = ${id}`);
  const carrier = await tx.row<NonNullable<Labels['carrier']> & Record<string, unknown>>(sql`
    select scac, bill_of_lading, pro from vendor_shipment
    where company_id = ${sql.company} and order_id = ${id}`);
  if (!places?.to || !places.from) throw conflict('vendor.noAddress', { number: order.displayNo });
  return {
    order,
    from: places.from,
    to: places.to,
    carrier,
    cartons,
    pallets: await palletsOf(tx, [id]),
    skus: new Map((await goodsOf(tx, [id])).map((line) => [line.platformLineId, line.sku])),
  };
}

/** Ship from and to, carrier and postal code, order and contents, and the SSCC at the bottom. */
function drawLabel(pdf: Pdf, labels: Labels, sscc: string, answered: readonly string[]): void {
  const { order, from, to, carrier } = labels;
  pdf.addPage();
  addressBlock(pdf.font('regular'), from, { y: 5 * MM, height: 20 * MM, sizes: [8, 7, 6] });
  rule(pdf, 26);
  addressBlock(pdf.font('bold'), to, { y: 28 * MM, height: 30 * MM, sizes: [11, 10, 9, 8] });
  rule(pdf, 60);
  const lines = [
    [carrier?.scac, to.postalCode].filter(Boolean).join('   '),
    [carrier?.billOfLading && `BOL ${carrier.billOfLading}`, carrier?.pro && `PRO ${carrier.pro}`]
      .filter(Boolean)
      .join('   '),
    `PO ${order.platformOrderNo}`,
    ...answered,
  ].filter(Boolean);
  lines.forEach((line, at) => {
    pdf.font(at === 0 ? 'bold' : 'regular').fontSize(at === 0 ? 11 : 9);
    lineOfText(pdf, line, LEFT, (62 + at * 5) * MM, WIDTH);
  });
  rule(pdf, 103);
  gs1Code(pdf, `(00)${sscc}`, { x: 3 * MM, y: 106 * MM, width: 94 * MM, height: 33 * MM });
  pdf.font('regular').fontSize(11);
  lineOfText(pdf, `(00) ${sscc}`, LEFT, 141 * MM, WIDTH, { align: 'center' });
}

const rule = (pdf: Pdf, yMm: number) =>
  pdf
    .moveTo(0, yMm * MM)
    .lineTo(PAGE.widthMm * MM, yMm * MM)
    .stroke();

function drawCarton(pdf: Pdf, labels: Labels, carton: PackedCarton): void {
  const items = carton.lines.map((line) => `${labels.skus.get(line.platformLineId) ?? ''} × ${line.quantity}`);
  const shown =
    items.length > MOST_ITEMS ? [...items.slice(0, MOST_ITEMS - 1), `+ ${items.length - MOST_ITEMS + 1}`] : items;
  drawLabel(pdf, labels, carton.sscc, [
    `CARTON ${carton.number} / ${labels.cartons.length}   ${carton.grossKg} kg`,
    ...shown,
  ]);
}

function drawPallet(pdf: Pdf, labels: Labels, pallet: Labels['pallets'][number]): void {
  const on = labels.cartons.filter((carton) => carton.palletNo === pallet.number);
  const weight = on.reduce((sum, carton) => sum + Number(carton.grossKg), 0).toFixed(2);
  drawLabel(pdf, labels, pallet.sscc, [`PALLET ${pallet.number}   ${on.length} CARTONS   ${weight} kg`]);
}
