import type { ParsedOf } from '@tradewind/contract/call.ts';
import { termsIn } from '@tradewind/contract/procurement/words.ts';
import type { printPurchase as printCall } from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, type Language, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { forbidden } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { Decimal } from '../../../core/money.ts';
import { Paper } from '../../../core/paper.ts';
import { A4_PAGE, drawPdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { suppliers } from '../suppliers/suppliers.list.ts';
import { purchaseDetail, purchaseLines } from './purchases.list.ts';

type Input = ParsedOf<typeof printCall>;

/** The order as its supplier gets it, in Chinese or English. @throws forbidden without the right to see costs */
export async function printPurchase(app: App, ctx: Ctx, input: Input): Promise<FileAnswer> {
  if (!maySee(ctx.rights, 'seeCost')) throw forbidden('procurement.costs');
  return purchasePaper(await app.database.look(ctx, (tx) => paperContents(tx, ctx, input.id)), input.language);
}

/** Without `prices` it names no money. */
export function purchasePaper(contents: Contents, language: Language, prices = true): Promise<FileAnswer> {
  const words = (code: string) => say(language, `procurement.paper.${code}`);
  const { order } = contents;
  return drawPdf({ name: `${words('title')} ${order.number}`, page: A4_PAGE }, (pdf) => {
    const page = new Paper(pdf, words('title'), order.number);
    draw(page, contents, { language, prices, words });
    page.finish();
  });
}

export type Contents = Awaited<ReturnType<typeof paperContents>>;
interface Manner {
  language: Language;
  prices: boolean;
  words: (code: string) => string;
}

export async function paperContents(tx: Tx, ctx: Pick<Ctx, 'rights'>, id: number) {
  const order = await purchaseDetail(tx, ctx, id);
  const lines = (await purchaseLines(tx, id)).filter((line) => line.quantity > 0);
  const supplier = await suppliers.one(tx, order.supplierId);
  const buyer = await tx.row<{ name: string; address: string; contact: string }>(sql`
    select c.name, concat_ws(', ', nullif(c.address, ''), nullif(c.city, ''), nullif(c.province, '')) as address,
      concat_ws(' · ', nullif(c.phone, ''), nullif(c.email, '')) as contact
    from company c where c.id = ${sql.company}`);
  const place = await tx.row<{ name: string; address: Record<string, string> }>(sql`
    select name, address from warehouse where company_id = ${sql.company} and id = ${order.warehouseId}`);
  const placed = await tx.row<{ day: string }>(sql`
    select coalesce(${dayOf(sql`ordered_at`)}, ${dayOf(sql`${tx.now}`)})::text as day from purchase_order
    where company_id = ${sql.company} and id = ${id}`);
  return { order, lines, supplier, buyer, place, day: placed?.day ?? '' };
}

/** A place as papers write it. */
export const addressLines = (name: string, at: Record<string, string>) => [
  name,
  [at.line1, at.line2].filter(Boolean).join(', '),
  [at.city, at.state, at.postalCode].filter(Boolean).join(' '),
  [at.country, at.name, at.phone].filter(Boolean).join(' · '),
];
const two = (value: Decimal.Value) => new Decimal(value).toFixed(2);
/** A price may have more decimals than an amount, never fewer. */
const price = (value: string) => new Decimal(value).toFixed(Math.max(2, new Decimal(value).decimalPlaces()));

function draw(page: Paper, contents: Contents, { language, prices, words }: Manner): void {
  const { order, lines, supplier, buyer, place, day } = contents;
  page.parties([
    { title: words('buyer'), lines: [buyer?.name ?? '', buyer?.address ?? '', buyer?.contact ?? ''] },
    {
      title: words('supplier'),
      lines: [
        nameIn(language, supplier),
        supplier.address,
        [supplier.contact, supplier.phone, supplier.email].filter(Boolean).join(' · '),
      ],
    },
    { title: words('shipTo'), lines: addressLines(place?.name ?? '', place?.address ?? {}) },
  ]);
  page.facts([
    [words('date'), day],
    [words('reference'), order.reference],
    [words('expectedOn'), order.expectedOn ?? ''],
    [words('revision'), order.revision > 1 ? String(order.revision) : ''],
    [words('contact'), order.buyer],
    [words('terms'), prices ? termsIn(language, order.terms) : ''],
  ]);
  const packed = lines.some((line) => line.packSize > 1);
  page.table(
    [
      { title: 'SKU', mm: 30 },
      { title: words('supplierSku'), mm: 28 },
      { title: words('description'), mm: (packed ? 46 : 64) + (prices ? 0 : 46) },
      ...(packed ? [{ title: words('pack'), mm: 18, align: 'right' as const }] : []),
      { title: words('quantity'), mm: 18, align: 'right' },
      ...(prices
        ? [
            { title: words('unitPrice'), mm: 22, align: 'right' as const },
            { title: `${words('amount')} ${order.currency}`, mm: 24, align: 'right' as const },
          ]
        : []),
    ],
    lines.map((line) => [
      line.sku,
      line.supplierSku,
      [nameIn(language, line), line.promisedOn ?? '', line.remark].filter(Boolean).join('\n'),
      ...(packed ? [line.packSize > 1 ? `${line.packs} × ${line.packSize}` : ''] : []),
      String(line.quantity),
      ...(prices ? [price(line.unitPrice), two(line.amount)] : []),
    ]),
  );
  const units: [string, string] = [words('units'), String(order.units)];
  if (prices) page.sums([units], [words('total'), `${two(order.amount ?? 0)} ${order.currency}`]);
  else page.sums([], units);
  if (order.remark) page.note(order.remark);
}
