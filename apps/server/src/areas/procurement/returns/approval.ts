import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, moneyText, toBase } from '../../../core/money.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { type Description, registerApprovable, submitForApproval } from '../../approvals/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import { returnDocument } from '../documents.ts';
import { assertMay, holdReturn, moveReturn } from './hold.ts';
import { supplierReturns } from './returns.list.ts';

const DOC = returnDocument.kind;

/** Submits a draft: without an approval workflow it is approved at once. */
export async function submitReturn(tx: Tx, id: number): Promise<void> {
  await supplierReturns.one(tx, id);
  const held = await holdReturn(tx, id);
  assertMay('submit', held);
  await moveReturn(tx, held, 'reviewing', 'submitted');
  const { timeZone, baseCurrency } = await companyOf(tx);
  const rate = await rateOn(tx, held.currency, localDay(tx.now, timeZone));
  const amount = toBase(held.amount, rate);
  await submitForApproval(tx, { docKind: DOC, docId: id, title: held.number, amount, currency: baseCurrency });
}

/** An approved return is edited again. */
export async function reopenReturn(tx: Tx, id: number): Promise<void> {
  await supplierReturns.one(tx, id);
  const held = await holdReturn(tx, id);
  assertMay('reopen', held);
  await moveReturn(tx, held, 'draft', 'reopened');
}

export async function cancelReturn(tx: Tx, id: number, reason: string): Promise<void> {
  await supplierReturns.one(tx, id);
  const held = await holdReturn(tx, id);
  assertMay('cancel', held);
  await moveReturn(tx, held, 'cancelled', 'cancelled', { reason });
}

async function describe(tx: Tx, language: Language, docId: number): Promise<Description> {
  const head = await tx.row<{
    nameZh: string;
    nameEn: string;
    warehouse: string;
    remedy: string;
    amount: string;
    currency: string;
    createdBy: string;
    remark: string;
  }>(sql`select s.name_zh, s.name_en, w.name as warehouse, t.remedy, t.amount, t.currency, t.created_by, t.remark
    from supplier_return t join supplier s on s.company_id = ${sql.company} and s.id = t.supplier_id
    join warehouse w on w.company_id = ${sql.company} and w.id = t.warehouse_id
    where t.company_id = ${sql.company} and t.id = ${docId}`);
  if (!head) return { facts: [], lines: [] };
  const lines = await tx.rows<{
    sku: string;
    nameZh: string;
    nameEn: string;
    condition: string;
    reason: string;
    remark: string;
    unitCredit: string;
    quantity: number;
  }>(sql`select p.sku, p.name_zh, p.name_en, l.condition, l.reason, l.remark, l.unit_credit, l.quantity
    from supplier_return_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    where l.company_id = ${sql.company} and l.return_id = ${docId} order by l.position limit 200`);
  const fact = (name: string, value: string) => ({ label: say(language, `procurement.fact.${name}`), value });
  return {
    facts: [
      fact('supplier', nameIn(language, head)),
      fact('fromWarehouse', head.warehouse),
      fact('remedy', say(language, `procurement.return.remedy.${head.remedy}`)),
      fact('amount', moneyText(head.amount, head.currency)),
      fact('returnedBy', head.createdBy),
      fact('remark', head.remark),
    ].filter((one) => one.value !== ''),
    lines: lines.map((line) => ({
      title: `${line.sku} ${nameIn(language, line)}`,
      detail: [
        say(language, `stock.condition.${line.condition}`),
        say(language, `procurement.return.reason.${line.reason}`),
        `${new Decimal(line.unitCredit).toFixed()} ${head.currency}`,
        line.remark,
      ]
        .filter(Boolean)
        .join(' · '),
      quantity: String(line.quantity),
    })),
  };
}

const back = (event: string) => async (tx: Tx, docId: number, remark?: string) =>
  moveReturn(tx, await holdReturn(tx, docId), 'draft', event, remark ? { remark } : undefined);

registerApprovable({
  docKind: DOC,
  moduleId: rights.purchaseOrder.id,
  beside: true,
  title: ['供应商退货', 'Return to supplier'],
  amountIsCost: true,
  path: (docId) => `${pagePaths.purchaseOrder}?view=returns&open=${docId}`,
  describe,
  onAudited: async (tx, docId) => moveReturn(tx, await holdReturn(tx, docId), 'approved', 'approved'),
  onRejected: back('rejected'),
  onWithdrawn: back('withdrawn'),
});
