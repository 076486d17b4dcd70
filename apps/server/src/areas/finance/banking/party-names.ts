import { sql } from '../../../core/database/sql.ts';

/** The name of the party of `l`, a row with party_kind and party_id; '' for none. */
export const PARTY_NAME = sql`coalesce(ph.name, pc.name, pw.name, pu.name, ps.name_zh, pa.name, pm.name, '')`;
export const PARTY_JOINS = sql`left join shop ph on l.party_kind = 'shop' and ph.company_id = ${sql.company} and ph.id = l.party_id
  left join carrier_account pc on l.party_kind = 'carrier_account' and pc.company_id = ${sql.company} and pc.id = l.party_id
  left join warehouse pw on l.party_kind = 'warehouse' and pw.company_id = ${sql.company} and pw.id = l.party_id
  left join wholesale_customer pu on l.party_kind = 'wholesale_customer' and pu.company_id = ${sql.company} and pu.id = l.party_id
  left join supplier ps on l.party_kind = 'supplier' and ps.company_id = ${sql.company} and ps.id = l.party_id
  left join money_account pa on l.party_kind = 'money_account' and pa.company_id = ${sql.company} and pa.id = l.party_id
  left join user_account pm on l.party_kind = 'member' and pm.company_id = ${sql.company} and pm.id = l.party_id`;
