import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  monthAllocations as allocationsCall,
  saveCloseSettings as saveCall,
  getCloseSettings as settingsCall,
} from '@tradewind/contract/finance/closing.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { saveSetting, settingOf } from '../../../core/company-settings.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { countOf } from '../../../core/database/statement.ts';
import { badField, forbidden } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf } from '../../company/public.ts';
import { ALLOCATION_RULES, allocationRules, isAllocated } from './allocate.ts';
import { SECOND_PERSON } from './months.ts';
import { firstDay } from './queries.ts';
import { assertCosts, assertWholeCompany, visibleShops } from './whole.ts';

type Result = ResultOf<typeof allocationsCall>;

export async function monthAllocations(tx: Tx, ctx: Ctx, input: ParsedOf<typeof allocationsCall>): Promise<Result> {
  assertCosts(ctx);
  const { baseCurrency } = await companyOf(tx);
  const visible = await visibleShops(tx, ctx);
  const mine = sql`a.company_id = ${sql.company} and a.month = ${firstDay(input.month)}::date and ${visible(sql`a.shop_id`)}`;
  const from = sql`from finance_allocation a left join shop s on s.company_id = a.company_id and s.id = a.shop_id
    left join product p on p.company_id = a.company_id and p.id = a.product_id
    where ${mine} and ${input.account ? sql`a.account = ${input.account}` : sql`true`}`;
  const rows = await tx.rows<
    Omit<Result['rows'][number], 'accountName'>
  >(sql`select a.account, coalesce(s.name, '') as shop,
      nullif(a.product_id, 0) as "productId", coalesce(p.sku, '') as sku, a.amount ${from}
    order by abs(a.amount) desc, a.account, a.shop_id, a.product_id limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`);
  const accounts = await tx.rows<
    Omit<Result['accounts'][number], 'accountName'>
  >(sql`select a.account, sum(a.amount) as booked,
      coalesce(sum(a.amount) filter (where a.product_id <> 0), 0) as allocated
    from finance_allocation a where ${mine} group by a.account order by a.account`);
  const name = (account: string) => say(ctx.language, `finance.account.${account}`);
  const two = (amount: string) => new Decimal(amount).toFixed(2);
  return {
    rows: rows.map((row) => ({ ...row, accountName: name(row.account), amount: two(row.amount) })),
    ...(await countOf(tx, from)),
    currency: baseCurrency,
    accounts: accounts.map(({ account, booked, allocated }) => ({
      account,
      accountName: name(account),
      booked: two(booked),
      allocated: two(allocated),
    })),
  };
}

export async function closeSettings(tx: Tx, ctx: Ctx): Promise<ResultOf<typeof settingsCall>> {
  const rules = await allocationRules(tx);
  return {
    secondPerson: await settingOf(tx, SECOND_PERSON),
    rules: rules.map((rule) => ({ ...rule, accountName: say(ctx.language, `finance.account.${rule.account}`) })),
  };
}

const SAVED = defineAction('finance.closeSettingsSaved', ['月度核算：修改设置', 'Settings of month closing saved']);

export async function saveCloseSettings(tx: Tx, input: ParsedOf<typeof saveCall>): Promise<void> {
  await assertWholeCompany(tx);
  const unknown = input.rules.findIndex(({ account }) => !isAllocated(account));
  if (unknown >= 0) throw badField(`rules.${unknown}.account`, 'finance.closing.noAccount');
  const before = { secondPerson: await settingOf(tx, SECOND_PERSON), rules: await allocationRules(tx) };
  // Whoever reopens a month cannot make themselves the only person needed.
  if (input.secondPerson !== before.secondPerson && !tx.actor.mainAccount) throw forbidden('finance.closing.mainOnly');
  saveSetting(tx, SECOND_PERSON, input.secondPerson);
  saveSetting(tx, ALLOCATION_RULES, Object.fromEntries(input.rules.map(({ account, basis }) => [account, basis])));
  const after = { secondPerson: input.secondPerson, rules: input.rules };
  writeAudit(tx, [
    { action: SAVED, targetKind: 'company_setting', targetId: 'finance', targetName: '', detail: { before, after } },
  ]);
}
