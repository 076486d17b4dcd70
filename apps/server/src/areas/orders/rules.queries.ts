import type { Tx } from '../../core/database/database.ts';
import type { Rule } from './rules.ts';

/** The company's enabled rules in their order. */
export async function activeRules(tx: Tx): Promise<Rule[]> {
  return tx.prepared<Rule>(
    'rules_active',
    `select id, name, kind, conditions, action from order_rule where company_id = $1 and enabled order by kind, position, id`,
    [tx.companyId],
  );
}
