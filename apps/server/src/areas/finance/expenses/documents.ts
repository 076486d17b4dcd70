import {
  EXPENSE_MODULES,
  EXPENSE_SIDES,
  EXPENSE_STEPS,
  type ExpenseSide,
  type ExpenseState,
  expenseMay,
} from '@tradewind/contract/finance.ts';
import { mayPress, mayPressAny } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, defineDocument, writeHistory } from '../../../core/documents.ts';
import { conflict, forbidden, notFound } from '../../../core/errors.ts';
import { inShops } from '../../../core/scope.ts';

/** A document is named after its side: in histories, approvals, attachments, numbers and the ledger. */
export const EXPENSE_DOCUMENTS = {
  expense: defineDocument<ExpenseState>({ kind: 'expense', prefix: 'EXP', transitions: EXPENSE_STEPS }),
  income: defineDocument<ExpenseState>({ kind: 'income', prefix: 'INC', transitions: EXPENSE_STEPS }),
};

type Button = 'view' | 'add' | 'edit' | 'delete' | 'submit' | 'import' | 'export';
export const mayOn = (tx: Pick<Tx, 'rights'>, side: ExpenseSide, button: Button): boolean =>
  mayPress(tx.rights, EXPENSE_MODULES[side][button]);

/** The sides that the actor sees. */
export const sidesOf = (tx: Pick<Tx, 'rights'>): ExpenseSide[] =>
  EXPENSE_SIDES.filter((side) => mayOn(tx, side, 'view'));

/** @throws forbidden if the actor has none of these buttons on the page of the side */
export function assertOn(tx: Pick<Tx, 'rights'>, side: ExpenseSide, ...buttons: Button[]): void {
  if (
    !mayPressAny(
      tx.rights,
      buttons.map((button) => EXPENSE_MODULES[side][button]),
    )
  )
    throw forbidden();
}

/** Documents `x` of the actor's sides without a part in a shop that they do not see. */
export const visible = (tx: Tx) =>
  sql`(x.side = any(${sidesOf(tx)}::text[]) and ${
    tx.rights.shopIds === null
      ? sql`true`
      : sql`not exists (select 1 from expense_line s where s.company_id = ${sql.company} and s.expense_id = x.id
        and s.shop_id is not null and not ${inShops(tx, sql`s.shop_id`)})`
  })`;

export interface Held {
  id: number;
  number: string;
  side: ExpenseSide;
  state: ExpenseState;
  typeId: number;
  account: string;
  amount: string;
  currency: string;
  rate: string;
  day: string;
  memberId: number | null;
  runId: number | null;
  inRun: boolean;
  version: number;
}

/** Locks these documents in the order of their ids, whoever acts. */
export const holdMany = (tx: Tx, ids: readonly number[]): Promise<Held[]> =>
  tx.rows<Held>(sql`
    select x.id, x.number, x.side, x.state, x.type_id, t.account, x.amount, x.currency, x.rate, x.day, x.member_id, x.run_id,
      (x.run_id is not null and x.state = 'booked') as in_run, x.version
    from expense x join expense_type t on t.company_id = ${sql.company} and t.id = x.type_id
    where x.company_id = ${sql.company} and x.id = any(${ids}::bigint[]) order by x.id for update of x`);

/** Locks the document. @throws notFound finance.expense.notFound */
export async function hold(tx: Tx, id: number): Promise<Held> {
  const [row] = await holdMany(tx, [id]);
  if (!row) throw notFound('finance.expense.notFound');
  return row;
}

/** The same for a document that the actor may see. */
export async function holdVisible(tx: Tx, id: number): Promise<Held> {
  const found = await tx.row<{ id: number }>(
    sql`select x.id from expense x where x.company_id = ${sql.company} and x.id = ${id} and ${visible(tx)}`,
  );
  if (!found) throw notFound('finance.expense.notFound');
  return hold(tx, id);
}

/** @throws conflict finance.expense.inRun, document.state */
export function assertMay(act: Parameters<typeof expenseMay>[0], held: Held): void {
  if (expenseMay(act, held)) return;
  if (held.inRun) throw conflict('finance.expense.inRun', { number: held.number });
  throw conflict('finance.expense.state', { number: held.number });
}

/** The only writer of the status of documents. */
export async function moveExpenses(
  tx: Tx,
  documents: readonly Held[],
  to: ExpenseState,
  event: string,
  detailOf: (held: Held) => Record<string, unknown> | undefined = () => undefined,
): Promise<void> {
  for (const held of documents) assertMove(EXPENSE_DOCUMENTS[held.side], held.state, to, held.number);
  await tx.rows(sql`update expense set state = ${to}, version = version + 1
    where company_id = ${sql.company} and id = any(${documents.map(({ id }) => id)}::bigint[])`);
  writeHistory(
    tx,
    documents.map((held) => {
      const detail = detailOf(held);
      const moved = { docKind: held.side, docId: held.id, event, fromState: held.state, toState: to };
      return detail ? { ...moved, detail } : moved;
    }),
  );
  for (const held of documents) held.state = to;
}

export const moveExpense = (tx: Tx, held: Held, to: ExpenseState, event: string, detail?: Record<string, unknown>) =>
  moveExpenses(tx, [held], to, event, () => detail);

export const trace = (
  tx: Tx,
  { side, id }: Pick<Held, 'side' | 'id'>,
  event: string,
  detail?: Record<string, unknown>,
): void => writeHistory(tx, [{ docKind: side, docId: id, event, ...(detail ? { detail } : {}) }]);
