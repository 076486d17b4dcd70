import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { printSupplierReturn as printCall } from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { Decimal } from '../../../core/money.ts';
import { Paper } from '../../../core/paper.ts';
import { A4_PAGE, drawPdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { addressLines } from '../orders/print.ts';
import { suppliers } from '../suppliers/suppliers.list.ts';
import { returnDetail } from './returns.list.ts';

type Input = ParsedOf<typeof printCall>;

/** The return note that goes with the goods, in Chinese or English. Without the right to see costs it has no prices. */
export async function printReturn(app: App, ctx: Ctx, input: Input): Promise<FileAnswer> {
  const contents = await app.database.look(ctx, (tx) => contentsOf(tx, input.id));
  const words = (code: string) => say(input.language, `procurement.returnPaper.${code}`);
  const { it } = contents;
  return drawPdf({ name: `${words('title')} ${it.number}`, page: A4_PAGE }, (pdf) => {
    const page = new Paper(pdf, words('title'), it.number);
    draw(page, contents, input.language, maySee(ctx.rights, 'seeCost'), words);
    page.finish();
  });
}

type Contents = Awaited<ReturnType<typeof contentsOf>>;

async function contentsOf(tx: Tx, id: number) {
  const it = await returnDetail(tx, id);
  const supplier = await suppliers.one(tx, it.supplierId);
  const sender = await tx.row<{ name: string; contact: string }>(sql`
    select c.name, concat_ws(' · ', nullif(c.phone, ''), nullif(c.email, '')) as contact
    from company c where c.id = ${sql.company}`);
  const place = await tx.row<{ name: string; address: Record<string, string> }>(sql`
    select name, address from warehouse where company_id = ${sql.company} and id = ${it.warehouseId}`);
  const shipped = await tx.row<{ day: string }>(sql`
    select coalesce(${dayOf(sql`shipped_at`)}, ${dayOf(sql`${tx.now}`)})::text as day from supplier_return
    where company_id = ${sql.company} and id = ${id}`);
  return { it, supplier, sender, place, day: shipped?.day ?? '' };
}

const two = (value: Decimal.Value) => new Decimal(value).toFixed(2);

function draw(
  page: Paper,
  { it, supplier, sender, place, day }: Contents,
  language: 'zh' | 'en',
  costs: boolean,
  words: (code: string) => string,
): void {
  page.parties([
    { title: words('sender'), lines: [sender?.name ?? '', sender?.contact ?? ''] },
    {
      title: words('supplier'),
      lines: [
        nameIn(language, supplier),
        supplier.address,
        [supplier.contact, supplier.phone, supplier.email].filter(Boolean).join(' · '),
      ],
    },
    { title: words('from'), lines: addressLines(place?.name ?? '', place?.address ?? {}) },
  ]);
  page.facts([
    [words('date'), day],
    [words('reference'), it.reference],
    [words('remedy'), say(language, `procurement.return.remedy.${it.remedy}`)],
    [words('carrier'), [it.carrier, it.trackingNumber].filter(Boolean).join(' · ')],
    [words('contact'), it.createdBy],
  ]);
  const priced = costs && it.remedy !== 'replacement';
  page.table(
    [
      { title: 'SKU', mm: 30 },
      { title: words('description'), mm: priced ? 46 : 72 },
      { title: words('order'), mm: 36 },
      { title: words('reason'), mm: 30 },
      { title: words('quantity'), mm: 18, align: 'right' },
      ...(priced ? [{ title: `${words('amount')} ${it.currency}`, mm: 26, align: 'right' as const }] : []),
    ],
    it.lines.map((line) => [
      line.sku,
      [nameIn(language, line), line.batchCode ?? '', line.remark].filter(Boolean).join('\n'),
      line.purchaseNumber ?? '',
      say(language, `procurement.return.reason.${line.reason}`),
      String(line.quantity),
      ...(priced ? [two(line.amount ?? 0)] : []),
    ]),
  );
  const units = [words('units'), String(it.units)] as const;
  if (priced) page.sums([units], [words('total'), `${two(it.amount ?? 0)} ${it.currency}`]);
  else page.sums([], units);
  if (it.remark) page.note(it.remark);
}
