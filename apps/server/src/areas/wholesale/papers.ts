import type { ParsedOf } from '@tradewind/contract/call.ts';
import type {
  printWholesale,
  WholesaleDetail,
  WholesaleLine,
  WholesalePaper,
  WholesaleShipment,
} from '@tradewind/contract/wholesale.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict } from '../../core/errors.ts';
import type { FileAnswer } from '../../core/http/routes.ts';
import { Decimal } from '../../core/money.ts';
import { Paper } from '../../core/paper.ts';
import { A4_PAGE, drawPdf } from '../../core/pdf.ts';
import { nameIn } from '../../core/text/names.ts';
import { say } from '../../core/text/texts.ts';
import { type ProductFacts, productFacts } from '../catalog/public.ts';
import { companyOf, localDay } from '../company/public.ts';
import { goodsCustoms } from '../orders/public.ts';
import { wholesaleCustomers } from './customers.list.ts';
import { orderDetail, wholeOrder } from './read.ts';

type Words = (code: string, params?: Record<string, string | number>) => string;

interface Contents {
  paper: WholesalePaper;
  order: WholesaleDetail;
  /** For the packing list and the invoice. */
  shipment: WholesaleShipment | undefined;
  taxId: string;
  products: ReadonlyMap<number, ProductFacts>;
  /** By product: how the goods of the shipment are declared where they go. */
  declared: ReadonlyMap<number, Declared>;
  seller: { name: string; address: string; contact: string; country: string };
  sums: { goods: string; discount: string; shipping: string; tax: string; total: string };
  goods: { line: WholesaleLine; quantity: number; amount: string }[];
  day: string;
  words: Words;
}

/**
 * A document in the customer's language. Documents with cartons require that these match the shipment. @throws badField
 * shipmentId; conflict wholesale.notPacked
 */
export async function printPaper(app: App, ctx: Ctx, input: ParsedOf<typeof printWholesale>): Promise<FileAnswer> {
  const contents = await app.database.look(ctx, (tx) => contentsOf(tx, ctx, input));
  const { paper, order, shipment, words } = contents;
  const name = `${words(paper)} ${shipment?.number ?? order.number}`;
  return drawPdf({ name, page: A4_PAGE }, (pdf) => {
    const page = new Paper(pdf, words(paper), shipment?.number ?? order.number);
    drawHead(page, contents);
    if (paper === 'packingList') drawCartons(page, contents);
    else drawGoods(page, contents);
    page.finish();
  });
}

async function contentsOf(tx: Tx, ctx: Ctx, input: ParsedOf<typeof printWholesale>): Promise<Contents> {
  const { paper } = input;
  const ofShipment = paper === 'packingList' || paper === 'invoice';
  // Documents that travel with the goods show the address to every user.
  const order = await (ofShipment ? wholeOrder : orderDetail)(tx, ctx, input.id);
  const shipment = ofShipment ? order.shipments.find((one) => one.id === input.shipmentId) : undefined;
  if (ofShipment && !shipment) throw badField('shipmentId', 'wholesale.whichShipment');
  if (shipment?.state === 'cancelled') throw conflict('wholesale.shipmentCancelled', { number: shipment.number });
  if (shipment && !shipment.packed) throw conflict('wholesale.notPacked', { number: shipment.number });
  const customer = await wholesaleCustomers.one(tx, order.customerId);
  const { timeZone } = await companyOf(tx);
  return {
    paper,
    order,
    shipment,
    taxId: customer.taxId,
    products: await productFacts(
      tx,
      order.lines.map((line) => line.productId),
    ),
    declared: shipment ? await declaredOf(tx, shipment.orderId) : new Map(),
    seller: await sellerOf(tx, shipment?.orderId),
    sums: shipment ? await sumsOfShipment(tx, shipment.id) : sumsOfOrder(order),
    goods: await goodsOf(tx, order, shipment),
    day: localDay(tx.now, timeZone),
    words: (code, params) => say(order.language, `wholesale.paper.${code}`, params),
  };
}

interface Declared {
  productId: number;
  hsCode: string;
  origin: string;
}

async function declaredOf(tx: Tx, salesOrderId: number): Promise<Map<number, Declared>> {
  const rows = await tx.rows<Declared>(sql`select og.product_id, d.hs_code, d.origin
    from sales_order s join order_line l on l.company_id = ${sql.company} and l.order_id = s.id
    join order_goods og on og.company_id = ${sql.company} and og.line_id = l.id
    cross join lateral (${goodsCustoms(tx)}) d
    where s.company_id = ${sql.company} and s.id = ${salesOrderId}`);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** The company, and the country of the shipping warehouse. */
async function sellerOf(tx: Tx, salesOrderId: number | undefined): Promise<Contents['seller']> {
  const row = await tx.row<Contents['seller'] & Record<string, unknown>>(sql`
    select c.name, concat_ws(', ', nullif(c.address, ''), nullif(c.city, ''), nullif(c.province, '')) as address,
      concat_ws(' · ', nullif(c.phone, ''), nullif(c.email, '')) as contact,
      coalesce((select w.address ->> 'country' from sales_order o
        join warehouse w on w.company_id = o.company_id and w.id = o.warehouse_id
        where o.company_id = c.id and o.id = ${salesOrderId ?? null}::bigint), '') as country
    from company c where c.id = ${sql.company}`);
  if (!row) throw new Error(`company ${tx.companyId} is gone`);
  return row;
}

const sumsOfOrder = (order: WholesaleDetail): Contents['sums'] => ({
  goods: order.goodsAmount,
  discount: order.discountAmount,
  shipping: order.shippingAmount,
  tax: order.taxAmount,
  total: order.totalAmount,
});

async function sumsOfShipment(tx: Tx, shipmentId: number): Promise<Contents['sums']> {
  const row = await tx.row<Contents['sums'] & Record<string, unknown>>(sql`
    select o.goods_amount as goods, o.discount_amount as discount, o.shipping_amount as shipping, o.tax_amount as tax,
      o.total_amount as total from wholesale_shipment h
    join sales_order o on o.company_id = h.company_id and o.id = h.sales_order_id
    where h.company_id = ${sql.company} and h.id = ${shipmentId}`);
  if (!row) throw new Error(`shipment ${shipmentId} is gone`);
  return row;
}

async function goodsOf(
  tx: Tx,
  order: WholesaleDetail,
  shipment: WholesaleShipment | undefined,
): Promise<Contents['goods']> {
  if (!shipment) return order.lines.map((line) => ({ line, quantity: line.quantity, amount: line.amount }));
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const rows = await tx.rows<{ lineId: number; quantity: number; amount: string }>(sql`
    select line_id, quantity, amount from wholesale_shipment_line
    where company_id = ${sql.company} and shipment_id = ${shipment.id} order by line_id`);
  return rows.flatMap(({ lineId, ...rest }) => {
    const line = byId.get(lineId);
    return line ? [{ line, ...rest }] : [];
  });
}

const place = (to: WholesaleDetail['shipTo']): string[] =>
  to
    ? [
        [...new Set([to.name, to.company])].filter(Boolean).join(', '),
        [to.line1, to.line2].filter(Boolean).join(', '),
        [to.city, to.state, to.postalCode].filter(Boolean).join(' '),
        [to.country, to.phone].filter(Boolean).join(' · '),
      ].filter(Boolean)
    : [];

function termsOf({ order, words }: Contents): string {
  const deposit = new Decimal(order.depositPercent);
  const rest = order.balanceBeforeShipment
    ? words('before')
    : order.termsDays > 0
      ? words('days', { days: order.termsDays })
      : words('atOnce');
  return deposit.gt(0) ? `${words('deposit', { percent: deposit.toString() })}${rest}` : rest;
}

function drawHead(page: Paper, contents: Contents): void {
  const { paper, order, shipment, seller, taxId, words, day } = contents;
  page.parties([
    { title: words('seller'), lines: [seller.name, seller.address, seller.contact] },
    { title: words('buyer'), lines: [order.customerName, taxId && `${words('taxId')}: ${taxId}`] },
    { title: words('shipTo'), lines: place(order.shipTo) },
  ]);
  const exported = paper === 'invoice';
  page.facts([
    [words('date'), day],
    ...(shipment ? ([[words('orderNo'), order.number]] as const) : []),
    [words('customerRef'), order.customerRef],
    [words('incoterm'), `${order.incoterm} ${order.incotermPlace}`.trim()],
    [words('terms'), paper === 'packingList' ? '' : termsOf(contents)],
    [words('validUntil'), paper === 'quotation' ? (order.validUntil ?? '') : ''],
    [words('from'), exported ? seller.country : ''],
    [words('to'), exported ? (order.shipTo?.country ?? '') : ''],
  ]);
}

function nameOf({ order, products }: Contents, line: WholesaleLine): string {
  const facts = products.get(line.productId);
  return nameIn(order.language, facts ?? line);
}

const netOf = (contents: Contents, { productId }: WholesaleLine, quantity: number) =>
  netKg(contents, [{ productId, quantity }])?.toFixed(3) ?? '';
const two = (value: Decimal.Value) => new Decimal(value).toFixed(2);
/** A price may have more decimals than an amount, never fewer. */
const price = (value: string) => new Decimal(value).toFixed(Math.max(2, new Decimal(value).decimalPlaces()));

function drawGoods(page: Paper, contents: Contents): void {
  const { paper, order, shipment, products, declared, goods, sums, words } = contents;
  const customs = paper === 'invoice';
  page.table(
    [
      { title: 'SKU', mm: customs ? 28 : 30 },
      { title: words('description'), mm: customs ? 40 : 84 },
      ...(customs
        ? [
            { title: words('hs'), mm: 20 },
            { title: words('origin'), mm: 12 },
            { title: words('net'), mm: 14, align: 'right' as const },
          ]
        : []),
      { title: words('quantity'), mm: 16, align: 'right' as const },
      { title: words('unit'), mm: 12 },
      { title: words('unitPrice'), mm: 20, align: 'right' },
      { title: `${words('amount')} ${order.currency}`, mm: 24, align: 'right' },
    ],
    goods.map(({ line, quantity, amount }) => {
      const facts = products.get(line.productId);
      const { hsCode = '', origin = '' } = declared.get(line.productId) ?? facts ?? {};
      return [
        line.sku,
        nameOf(contents, line),
        ...(customs ? [hsCode, origin, netOf(contents, line, quantity)] : []),
        String(quantity),
        facts?.unit ?? '',
        price(line.unitPrice),
        two(amount),
      ];
    }),
  );
  page.sums(
    [
      [words('goods'), two(sums.goods)],
      [words('discount'), Number(sums.discount) === 0 ? '' : `-${two(sums.discount)}`],
      [words('shipping'), Number(sums.shipping) === 0 ? '' : two(sums.shipping)],
      [words('tax'), Number(sums.tax) === 0 ? '' : two(sums.tax)],
    ],
    [words('total'), `${two(sums.total)} ${order.currency}`],
  );
  if (paper === 'proforma') {
    if (Number(order.depositDue) > 0) page.note(`${words('depositDue')}: ${two(order.depositDue)} ${order.currency}`);
    page.note(words('notAClaim'));
  }
  if (shipment) {
    page.note(weights(contents, shipment));
    page.signed(words('declaration'), words('signature'));
  }
}

/** Null where a unit weight is missing: a partial sum would be wrong. */
function netKg({ products }: Contents, lines: readonly { productId: number; quantity: number }[]): Decimal | null {
  return lines.reduce<Decimal | null>((all, { productId, quantity }) => {
    const unit = products.get(productId)?.netWeightKg ?? null;
    return all === null || unit === null ? null : all.plus(new Decimal(unit).times(quantity));
  }, new Decimal(0));
}

const cubicMetres = (carton: WholesaleShipment['cartons'][number]) =>
  new Decimal(carton.lengthCm).times(carton.widthCm).times(carton.heightCm).div(1_000_000);

function weights(contents: Contents, { cartons }: WholesaleShipment): string {
  const { goods, words } = contents;
  const net = netKg(
    contents,
    goods.map(({ line, quantity }) => ({ productId: line.productId, quantity })),
  );
  const gross = cartons.reduce((all, one) => all.plus(one.grossKg), new Decimal(0));
  const volume = cartons.reduce((all, one) => all.plus(cubicMetres(one)), new Decimal(0));
  const pallets = new Set(cartons.flatMap((one) => one.palletNo ?? [])).size;
  const packages = words('packages', { cartons: cartons.length, pallets });
  return [
    packages,
    ...(net ? [`${words('net')} ${net.toFixed(3)}`] : []),
    `${words('gross')} ${gross.toFixed(2)}`,
    `${words('volume')} ${volume.toFixed(3)}`,
  ].join(' · ');
}

function drawCartons(page: Paper, contents: Contents): void {
  const { order, shipment, products, declared, words } = contents;
  if (!shipment) return;
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const rows = shipment.cartons.flatMap((carton) =>
    carton.contents.map(({ lineId, quantity }, i) => {
      const line = byId.get(lineId);
      const facts = line && (declared.get(line.productId) ?? products.get(line.productId));
      const first = i === 0;
      return [
        // On every line: a carton's lines may go over to the next page.
        String(carton.number),
        String(carton.palletNo ?? ''),
        line?.sku ?? '',
        line ? nameOf(contents, line) : '',
        facts?.hsCode ?? '',
        facts?.origin ?? '',
        String(quantity),
        line ? netOf(contents, line, quantity) : '',
        first ? new Decimal(carton.grossKg).toFixed(2) : '',
        first ? `${carton.lengthCm} × ${carton.widthCm} × ${carton.heightCm}` : '',
        first ? cubicMetres(carton).toFixed(3) : '',
      ];
    }),
  );
  page.table(
    [
      { title: words('carton'), mm: 12 },
      { title: words('pallet'), mm: 11 },
      { title: 'SKU', mm: 24 },
      { title: words('description'), mm: 32 },
      { title: words('hs'), mm: 19 },
      { title: words('origin'), mm: 12 },
      { title: words('quantity'), mm: 13, align: 'right' },
      { title: words('net'), mm: 14, align: 'right' },
      { title: words('gross'), mm: 14, align: 'right' },
      { title: words('size'), mm: 22, align: 'right' },
      { title: words('volume'), mm: 13, align: 'right' },
    ],
    rows,
  );
  page.note(weights(contents, shipment));
}
