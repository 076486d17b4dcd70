import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { getPartyTerms, rechargeChoices, savePartyTerms } from '@tradewind/contract/finance.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';
import { warehousePaying } from '../../warehouse/public.ts';
import { accountsFor, partyJoins, partyName } from './parties.ts';

const saved = defineAction('finance.partyTerms', ['设置往来额度', 'Limit of a balance set']);
const MOST = 500;

/** @throws notFound finance.partyGone */
async function assertParty(tx: Tx, input: Pick<ParsedOf<typeof savePartyTerms>, 'party' | 'partyId'>): Promise<string> {
  accountsFor(tx, input);
  const row = await tx.row<{ name: string }>(sql`select ${partyName('zh')} as name
    from (select ${input.party}::text as party_kind, ${input.partyId}::bigint as party_id) x ${partyJoins(sql`x`)}`);
  if (!row?.name) throw notFound('finance.partyGone');
  return row.name;
}

export async function saveTerms(tx: Tx, input: ParsedOf<typeof savePartyTerms>): Promise<void> {
  const { party, partyId, currency, creditLimit, paymentDays } = input;
  const name = await assertParty(tx, input);
  if (creditLimit === null && paymentDays === null)
    await tx.rows(sql`delete from party_terms where company_id = ${sql.company} and party_kind = ${party}
      and party_id = ${partyId} and currency = ${currency}`);
  else
    await tx.rows(sql`insert into party_terms (company_id, party_kind, party_id, currency, credit_limit, payment_days, changed_by, changed_at)
      values (${sql.company}, ${party}, ${partyId}, ${currency}, ${creditLimit}, ${paymentDays}, ${tx.actor.name}, ${tx.now})
      on conflict (company_id, party_kind, party_id, currency) do update set credit_limit = excluded.credit_limit,
        payment_days = excluded.payment_days, changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
  const detail = { party, currency, creditLimit, paymentDays };
  writeAudit(tx, [{ action: saved, targetKind: party, targetId: partyId, targetName: name, detail }]);
}

export async function termsOf(tx: Tx, input: ParsedOf<typeof getPartyTerms>): Promise<ResultOf<typeof getPartyTerms>> {
  accountsFor(tx, input);
  const row = await tx.row<
    ResultOf<typeof getPartyTerms>
  >(sql`select round(credit_limit, 2)::text as credit_limit, payment_days
    from party_terms where company_id = ${sql.company} and party_kind = ${input.party} and party_id = ${input.partyId}
      and currency = ${input.currency}`);
  return row ?? { creditLimit: null, paymentDays: null };
}

/** Warehouses of providers, and accounts in the currency of prepayments. */
export async function choicesOf(tx: Tx): Promise<ResultOf<typeof rechargeChoices>> {
  const { baseCurrency } = await companyOf(tx);
  const costs = maySee(tx.rights, 'seeCost');
  const warehouses = await tx.rows<{ id: number; name: string; balance: string | null }>(sql`
    select w.id, w.name, case when ${costs} then round(w.prepaid_balance, 2)::text end as balance from warehouse w
    where w.company_id = ${sql.company} and w.kind <> 'selfBuilt' and w.enabled and ${inWarehouses(tx, sql`w.id`)}
    order by w.name, w.id limit ${sql.literal(MOST)}`);
  const accounts = await tx.rows<{
    id: number;
    name: string;
    tail: string;
  }>(sql`select id, name, tail from money_account
    where company_id = ${sql.company} and active and currency = ${baseCurrency} order by name, id limit ${sql.literal(MOST)}`);
  return { currency: baseCurrency, warehouses, accounts };
}

warehousePaying.listen(async (tx, { moneyAccountId }) => {
  const { baseCurrency } = await companyOf(tx);
  const account = await tx.row<{ currency: string; active: boolean }>(
    sql`select currency, active from money_account where company_id = ${sql.company} and id = ${moneyAccountId}`,
  );
  if (!account?.active) throw badField('moneyAccountId', 'finance.moneyAccountGone');
  if (account.currency !== baseCurrency)
    throw badField('moneyAccountId', 'finance.moneyAccountCurrency', { currency: baseCurrency });
});
