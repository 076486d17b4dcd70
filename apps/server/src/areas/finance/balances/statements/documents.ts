import { STATEMENT_STEPS, type StatementState, statementMay } from '@tradewind/contract/finance.ts';
import { maySee } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { assertMove, defineDocument, writeHistory } from '../../../../core/documents.ts';
import { conflict, forbidden, notFound } from '../../../../core/errors.ts';
import { inWarehouses } from '../../../../core/scope.ts';

/** Its number is the provider's. */
export const statementDocument = defineDocument<StatementState>({
  kind: 'provider_statement',
  prefix: '',
  transitions: STATEMENT_STEPS,
});

export interface Statement {
  id: number;
  number: string;
  state: StatementState;
  warehouseId: number;
  currency: string;
  billedOn: string;
  fromDay: string;
  toDay: string;
  round: number;
  tolerancePercent: string;
  toleranceAmount: string;
}

/** Statements are costs. @throws forbidden finance.statementCosts */
export function assertCosts({ rights }: Pick<Tx, 'rights'>): void {
  if (!maySee(rights, 'seeCost')) throw forbidden('finance.statementCosts');
}

/** @throws notFound finance.statementGone; conflict finance.statementState */
export async function lockStatement(tx: Tx, id: number, act: Parameters<typeof statementMay>[0]): Promise<Statement> {
  const found =
    await tx.row<Statement>(sql`select id, number, state, warehouse_id, currency, billed_on::text as billed_on,
      from_day::text as from_day, to_day::text as to_day, round, tolerance_percent::text as tolerance_percent,
      tolerance_amount::text as tolerance_amount
    from provider_statement s where company_id = ${sql.company} and id = ${id} and ${inWarehouses(tx, sql`s.warehouse_id`)} for update`);
  if (!found) throw notFound('finance.statementGone');
  if (!statementMay(act, found)) throw conflict('finance.statementState', { number: found.number });
  return found;
}

export function noteMove(tx: Tx, statement: Statement, to: StatementState, event: string, detail = {}): void {
  assertMove(statementDocument, statement.state, to, statement.number);
  writeHistory(tx, [
    { docKind: statementDocument.kind, docId: statement.id, event, fromState: statement.state, toState: to, detail },
  ]);
}
