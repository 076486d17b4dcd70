import type { ResultOf } from '@tradewind/contract/call.ts';
import { getStatement, listStatementLines, listStatements, statementTabs } from '@tradewind/contract/finance.ts';

export type StatementDetail = ResultOf<typeof getStatement>;
/** Calls whose answers show statements. */
export const OF_STATEMENT = [listStatements, statementTabs, getStatement, listStatementLines];
