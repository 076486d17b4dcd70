import type { CustomsCategory } from '@tradewind/contract/orders.ts';
import { Decimal } from '../../../core/money.ts';
import { code128, lineOfText, MM, type Pdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { fillRemark } from '../../warehouse/public.ts';
import { readAddress } from '../parcel/facts.ts';
import { addressText } from '../parcel/own-label.ts';
import { CATEGORIES } from './form-cells.ts';
import { crossesBorder, destinationOf, type PaperLine, type PaperOrder } from './paper-facts.ts';
import { BOTTOM, LEFT, RIGHT, ROW, table, WIDTH } from './sheet-table.ts';

function head(pdf: Pdf, title: string, order: PaperOrder): number {
  pdf.addPage();
  pdf.font('bold').fontSize(16).fillColor('black');
  lineOfText(pdf, title, LEFT, 14 * MM, 110 * MM);
  code128(pdf, order.displayNo, { x: 128 * MM, y: 12 * MM, width: 68 * MM, height: 10 * MM });
  pdf.font('regular').fontSize(8.5);
  lineOfText(pdf, order.displayNo, 128 * MM, 23 * MM, 68 * MM, { align: 'center' });
  lineOfText(pdf, `Date ${order.orderedDay}`, LEFT, 23 * MM, 100 * MM);
  return 32 * MM;
}

function parties(pdf: Pdf, order: PaperOrder, y: number): number {
  const from = readAddress(order.from, 'logistics.warehouseAddress');
  const to = readAddress(order.shipTo, 'logistics.orderAddress');
  const block = (title: string, text: string, x: number) => {
    pdf
      .font('bold')
      .fontSize(8.5)
      .fillColor('#5b6470')
      .text(title, x, y, { width: 88 * MM });
    pdf
      .font('regular')
      .fontSize(9.5)
      .fillColor('black')
      .text(text, x, y + 5 * MM, { width: 88 * MM });
    return pdf.y;
  };
  const ends = [
    block('SELLER / SHIPPER', onceEach(`${order.companyName}\n${addressText(from)}`), LEFT),
    block('CONSIGNEE', addressText(to), LEFT + 94 * MM),
  ];
  return Math.max(...ends) + 6 * MM;
}

/** The company is often its own sender: a name that stands there already is not repeated. */
const onceEach = (lines: string) =>
  [...new Map(lines.split('\n').map((line) => [line.trim().toLowerCase(), line])).values()].join('\n');

const money = (value: Decimal.Value, currency: string) => `${new Decimal(value).toFixed(2)} ${currency}`;

interface Priced {
  currency: string;
  /** Of each line, in the order of the lines. */
  items: { line: PaperLine; quantity: number; unitPrice: string }[];
  sums: [string, string][];
}

/**
 * The prices of an invoice: those that the buyer paid. Across a border those of the customs declaration, so that one
 * parcel never names two values of the same goods.
 */
export function pricesOf(order: PaperOrder): Priced {
  const { lines } = order;
  const declared = crossesBorder(order) && lines.every((line) => new Decimal(line.declared ?? 0).gt(0));
  if (declared) {
    const items = lines.map((line) => ({ line, quantity: line.units, unitPrice: line.declared ?? '0' }));
    const total = items.reduce((sum, one) => sum.plus(new Decimal(one.unitPrice).times(one.quantity)), new Decimal(0));
    return { currency: 'USD', items, sums: [['Total', total.toFixed(2)]] };
  }
  const items = lines.map((line) => ({ line, quantity: line.quantity, unitPrice: line.unitPrice }));
  const sums: [string, string][] = [
    ['Goods', order.goodsAmount],
    ['Shipping', order.shippingAmount],
    ['Tax', order.taxAmount],
    ['Discount', `-${order.discountAmount}`],
    ['Total', order.totalAmount],
  ];
  return { currency: order.currency, items, sums };
}

/** The items with their prices and sums. */
export function drawInvoice(pdf: Pdf, order: PaperOrder): void {
  const { currency, items, sums } = pricesOf(order);
  let y = parties(pdf, order, head(pdf, 'Commercial invoice', order));
  y = table(
    pdf,
    y,
    [
      { title: 'SKU', width: 34, bold: true, text: ({ line }) => line.sku },
      { title: 'Description', width: 76, wraps: true, text: ({ line }) => line.declaredName || line.title },
      { title: 'Quantity', width: 18, right: true, text: ({ quantity }) => String(quantity) },
      { title: 'Unit price', width: 27, right: true, text: ({ unitPrice }) => money(unitPrice, currency) },
      {
        title: 'Amount',
        width: 27,
        right: true,
        text: ({ unitPrice, quantity }) => money(new Decimal(unitPrice).times(quantity), currency),
      },
    ],
    items,
    () => head(pdf, 'Commercial invoice', order),
  );
  for (const [title, amount] of sums) {
    if (title !== 'Total' && title !== 'Goods' && new Decimal(amount).isZero()) continue;
    if (y + ROW > BOTTOM) y = head(pdf, 'Commercial invoice', order);
    pdf
      .font(title === 'Total' ? 'bold' : 'regular')
      .fontSize(title === 'Total' ? 11 : 9)
      .fillColor('black');
    lineOfText(pdf, title, 128 * MM, y + 2 * MM, 30 * MM);
    lineOfText(pdf, money(amount, currency), 150 * MM, y + 2 * MM, RIGHT - 150 * MM, { align: 'right' });
    y += ROW;
  }
}

type Weight = Decimal | undefined;
const weightOf = (kg: string | null, units: number): Weight => (kg === null ? undefined : new Decimal(kg).times(units));
const inKg = (weight: Weight) => (weight ? `${weight.toFixed(3)} kg` : '');

/** Sums only values known for every line; a partial weight would be wrong. */
function weights(
  lines: readonly PaperLine[],
  net: (line: PaperLine) => Weight,
  gross: (line: PaperLine) => Weight,
): string {
  const sum = (of: (line: PaperLine) => Weight): Weight =>
    lines.reduce<Weight>((all, line) => (all && of(line) ? all.plus(of(line) ?? 0) : undefined), new Decimal(0));
  return [inKg(sum(net)) && `net ${inKg(sum(net))}`, inKg(sum(gross)) && `gross ${inKg(sum(gross))}`]
    .filter(Boolean)
    .join(', ');
}

/** Customs data of a parcel: content, value, HS code and origin of each item, as in CN 23. */
export function drawCustoms(pdf: Pdf, order: PaperOrder, category: CustomsCategory): void {
  const title = 'Customs declaration';
  const values = order.lines.map((line) => new Decimal(line.declared ?? 0).times(line.units));
  const net = (line: PaperLine) => weightOf(line.netKg, line.units);
  const gross = (line: PaperLine) => weightOf(line.grossKg, line.units);
  let y = parties(pdf, order, head(pdf, title, order));
  pdf.font('regular').fontSize(9).fillColor('black');
  lineOfText(
    pdf,
    `${CATEGORIES[category][0]} · ${order.from.country ?? ''} to ${destinationOf(order)}`,
    LEFT,
    y,
    WIDTH,
  );
  y = table(
    pdf,
    y + 7 * MM,
    [
      { title: 'Detailed description', width: 60, wraps: true, text: (line) => line.declaredName || line.title },
      { title: 'Quantity', width: 15, right: true, text: (line) => String(line.units) },
      { title: 'Net weight', width: 20, right: true, text: (line) => inKg(net(line)) },
      { title: 'Gross weight', width: 21, right: true, text: (line) => inKg(gross(line)) },
      {
        title: 'Value',
        width: 26,
        right: true,
        text: (line) => money(new Decimal(line.declared ?? 0).times(line.units), 'USD'),
      },
      { title: 'HS tariff number', width: 27, right: true, text: (line) => line.hsCode },
      { title: 'Origin', width: 13, right: true, text: (line) => line.origin },
    ],
    order.lines,
    () => head(pdf, title, order),
  );
  if (y + 50 * MM > BOTTOM) y = head(pdf, title, order);
  const total = (parts: readonly Decimal[]) => parts.reduce((sum, one) => sum.plus(one), new Decimal(0));
  pdf.font('bold').fontSize(10);
  lineOfText(pdf, `Total value ${money(total(values), 'USD')}`, LEFT, y + 4 * MM, 64 * MM);
  const weighs = weights(order.lines, net, gross);
  if (weighs) lineOfText(pdf, `Total weight: ${weighs}`, LEFT + 66 * MM, y + 4 * MM, 116 * MM);
  pdf.font('regular').fontSize(8.5);
  pdf.text(
    'I, the undersigned, certify that the particulars given in this declaration are correct and that this item does not contain any dangerous article or articles prohibited by legislation or by postal or customs regulations.',
    LEFT,
    y + 14 * MM,
    { width: WIDTH },
  );
  lineOfText(pdf, 'Date and signature of sender', LEFT, y + 36 * MM, 80 * MM);
  pdf
    .moveTo(LEFT, y + 35 * MM)
    .lineTo(LEFT + 80 * MM, y + 35 * MM)
    .lineWidth(0.5)
    .stroke('#1b1f24');
}

interface Stop {
  order: PaperOrder;
  code: string;
  path: number;
  sku: string;
  image: string | null;
  name: string;
  quantity: number;
}

/** Pick list of these orders, along the pick path. */
export function drawPickList(
  pdf: Pdf,
  orders: readonly PaperOrder[],
  pictures: ReadonlyMap<string, Buffer>,
  words: (code: string) => string,
  zh: boolean,
): void {
  const stops = orders.flatMap((order) =>
    order.lines.flatMap((line): Stop[] => {
      const named = { order, sku: line.sku, image: line.image, name: nameIn(zh ? 'zh' : 'en', line) || line.title };
      if (line.places.length === 0)
        return [{ ...named, code: '-', path: Number.MAX_SAFE_INTEGER, quantity: line.units }];
      return line.places.map((place) => ({ ...named, ...place }));
    }),
  );
  const remark = (order: PaperOrder) =>
    fillRemark({ ...order, fnskus: [...new Set(order.lines.flatMap((line) => line.fnsku ?? []))].sort() });
  const page = () => {
    pdf.addPage();
    pdf.font('bold').fontSize(16).fillColor('black');
    lineOfText(pdf, words('pickList'), LEFT, 14 * MM, 110 * MM);
    pdf.font('regular').fontSize(9).fillColor('#333333');
    const units = stops.reduce((sum, stop) => sum + stop.quantity, 0);
    lineOfText(pdf, `${words('orders')} ${orders.length} · ${words('units')} ${units}`, LEFT, 23 * MM, WIDTH);
    return 31 * MM;
  };
  table(
    pdf,
    page(),
    [
      { title: words('location'), width: 28, bold: true, text: (stop) => stop.code },
      { title: 'SKU', width: 30, bold: true, text: (stop) => stop.sku },
      {
        title: words('name'),
        width: 42,
        text: (stop) => stop.name,
        picture: (stop) => pictures.get(stop.image ?? ''),
      },
      { title: words('quantity'), width: 14, right: true, bold: true, text: (stop) => String(stop.quantity) },
      {
        title: words('order'),
        width: 68,
        text: ({ order }) =>
          [order.displayNo, order.slot === null ? '' : `${words('slot')} ${order.slot}`, remark(order)]
            .filter(Boolean)
            .join(' · '),
      },
    ],
    stops.sort((a, b) => a.path - b.path || (a.code < b.code ? -1 : 1)),
    page,
  );
}
