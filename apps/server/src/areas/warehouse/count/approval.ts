import { rights } from '@tradewind/contract/access/modules.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, writeHistory } from '../../../core/documents.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { type Description, registerApprovable } from '../../approvals/public.ts';
import { setCounting } from '../warehouses/warehouses.ts';
import { bookCount } from './book.ts';
import { countDocument, setCountState } from './document.ts';

/** Approvers may not see the warehouse: the approval gives them access. */
async function lockForDecision(tx: Tx, docId: number) {
  const [row] = await tx.rows<Parameters<typeof bookCount>[1]>(
    sql`select id, number, warehouse_id, kind, state, blind, product_ids
     from stock_count where company_id = ${sql.company} and id = ${docId} for update`,
  );
  if (!row) throw new Error(`count ${docId} is gone`);
  return row;
}

/** A full count closes its warehouse again. */
async function backToCounting(tx: Tx, docId: number, event: string, remark?: string): Promise<void> {
  const count = await lockForDecision(tx, docId);
  assertMove(countDocument, count.state, 'counting', count.number);
  if (count.kind === 'full') await setCounting(tx, count.warehouseId, true);
  await setCountState(tx, docId, 'counting');
  const detail = remark ? { detail: { remark } } : {};
  writeHistory(tx, [{ docKind: 'count', docId, event, fromState: 'waiting', toState: 'counting', ...detail }]);
}

async function describe(tx: Tx, language: Language, docId: number): Promise<Description> {
  const heads = await tx.rows<{ warehouse: string; kind: string; gain: number; loss: number }>(
    sql`select w.name as warehouse, c.kind,
       coalesce(sum(l.counted - l.expected) filter (where l.counted > l.expected), 0)::int as gain,
       coalesce(sum(l.expected - l.counted) filter (where l.counted < l.expected), 0)::int as loss
     from stock_count c join warehouse w on w.company_id = c.company_id and w.id = c.warehouse_id
     left join count_location p on p.company_id = c.company_id and p.count_id = c.id and not p.again
     left join count_line l on l.company_id = c.company_id and l.count_id = c.id and l.location_id = p.location_id and l.round = p.round
     where c.company_id = ${sql.company} and c.id = ${docId} group by w.name, c.kind`,
  );
  const lines = await tx.rows<{ sku: string; nameZh: string; nameEn: string; code: string; difference: number }>(
    sql`select g.sku, g.name_zh, g.name_en, o.code, l.counted - l.expected as difference
     from count_location p join count_line l on l.company_id = ${sql.company} and l.count_id = ${docId} and l.location_id = p.location_id and l.round = p.round
     join product g on g.company_id = ${sql.company} and g.id = l.product_id join location o on o.company_id = ${sql.company} and o.id = l.location_id
     where p.company_id = ${sql.company} and p.count_id = ${docId} and not p.again and l.counted <> l.expected
     order by abs(l.counted - l.expected) desc, g.sku, o.code limit 200`,
  );
  const [head] = heads;
  if (!head) return { facts: [], lines: [] };
  const fact = (name: string, value: string) => ({ label: say(language, `warehouse.count.fact.${name}`), value });
  return {
    facts: [
      fact('warehouse', head.warehouse),
      fact('kind', say(language, `warehouse.count.kind.${head.kind}`)),
      fact('gain', `+${head.gain}`),
      fact('loss', `-${head.loss}`),
    ],
    lines: lines.map((line) => ({
      title: `${line.sku} ${nameIn(language, line)}`,
      detail: line.code,
      quantity: line.difference > 0 ? `+${line.difference}` : String(line.difference),
    })),
  };
}

registerApprovable({
  docKind: 'count',
  moduleId: rights.count.id,
  title: ['盘点', 'Count'],
  amountIsCost: true,
  path: (docId) => `/warehouse/count?open=${docId}`,
  describe,
  onAudited: async (tx, docId) => {
    const count = await lockForDecision(tx, docId);
    assertMove(countDocument, count.state, 'done', count.number);
    await setCountState(tx, docId, 'done');
    await bookCount(tx, count);
  },
  onRejected: (tx, docId, remark) => backToCounting(tx, docId, 'rejected', remark),
  onWithdrawn: (tx, docId) => backToCounting(tx, docId, 'withdrawn'),
});
