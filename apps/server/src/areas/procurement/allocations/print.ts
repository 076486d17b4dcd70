import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { AllocationLine, AllocationShare, printAllocation as printCall } from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { Paper } from '../../../core/paper.ts';
import { A4_PAGE, drawPdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { allocationDetail } from './allocations.list.ts';

type Input = ParsedOf<typeof printCall>;

/** The order as the warehouse gets it: which units go where. */
export async function printAllocation(app: App, ctx: Ctx, input: Input): Promise<FileAnswer> {
  const contents = await app.database.look(ctx, (tx) => contentsOf(tx, input.id));
  const words = (code: string) => say(input.language, `procurement.allocation.${code}`);
  const title = words('paper.title');
  return drawPdf({ name: `${title} ${contents.order.number}`, page: A4_PAGE }, (pdf) => {
    const page = new Paper(pdf, title, contents.order.number);
    draw(page, contents, input.language, words);
    page.finish();
  });
}

type Contents = Awaited<ReturnType<typeof contentsOf>>;

async function contentsOf(tx: Tx, id: number) {
  const order = await allocationDetail(tx, id);
  const row = await tx.row<{ day: string; person: string }>(sql`
    select ${dayOf(sql`coalesce(o.submitted_at, o.created_at)`)}::text as day, w.person_in_charge as person
    from allocation_order o join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
    where o.company_id = ${sql.company} and o.id = ${id}`);
  return { order, day: row?.day ?? '', person: row?.person ?? '' };
}

function draw(page: Paper, contents: Contents, language: 'zh' | 'en', words: (code: string) => string): void {
  const { order, day, person } = contents;
  page.facts([
    [words('paper.warehouse'), order.warehouseName],
    [words('paper.person'), person],
    [words('paper.date'), day],
    [words('paper.state'), words(`state.${order.state}`)],
    [words('paper.createdBy'), order.createdBy],
    [words('paper.needBy'), order.needBy ?? ''],
  ]);
  const cells = (line: AllocationLine, share: AllocationShare, first: boolean) => [
    first ? line.sku : '',
    first ? [nameIn(language, line), line.purchaseNo ?? ''].filter(Boolean).join('\n') : '',
    words(`kind.${share.kind}`),
    [share.toName ?? share.shopName ?? order.warehouseName, share.sellerSku].filter(Boolean).join('\n'),
    String(share.quantity),
    share.needBy ?? '',
    share.documents
      .filter((one) => one.state !== 'cancelled')
      .map((one) => one.number)
      .join('\n'),
  ];
  page.table(
    [
      { title: 'SKU', mm: 28 },
      { title: words('paper.product'), mm: 44 },
      { title: words('paper.kind'), mm: 20 },
      { title: words('paper.destination'), mm: 32 },
      { title: words('paper.quantity'), mm: 14, align: 'right' },
      { title: words('paper.needBy'), mm: 20 },
      { title: words('paper.documents'), mm: 28 },
    ],
    order.lines.flatMap((line) => line.shares.map((share, at) => cells(line, share, at === 0))),
  );
  page.sums([], [words('paper.units'), String(order.units)]);
  if (order.remark) page.note(order.remark);
}
