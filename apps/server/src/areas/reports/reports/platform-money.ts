import { sql } from '../../../core/database/sql.ts';
import { inShops } from '../../../core/scope.ts';
import { heldMoney, PLATFORM_DEBT } from '../../finance/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, sumOf } from '../kit/report.ts';

/** What platforms owe now, by where it stands there and when it is expected. */
defineReport({
  name: 'platformMoney',
  title: ['平台资金', 'Platform money'],
  ahead: (today) => ({ from: today, to: today }),
  source: async (
    _range,
    _daily,
    tx,
  ) => sql`(select h."shopId" as shop_id, h.currency, h.account, h.amount, h.base, h.day
    from jsonb_to_recordset(${sql.json(await heldMoney(tx))}) as h("shopId" bigint, currency text, account text, amount numeric, base numeric, day date)) d`,
  shown: () => sql`bool_or(d.amount <> 0 or d.base <> 0)`,
  scope: (tx) => inShops(tx, sql`d.shop_id`),
  dimensions: {
    shop: by.byShop(sql`d.shop_id`),
    platform: by.byPlatform(sql`d.shop_id`),
    currency: by.byText(sql`d.currency`),
    account: by.byAccount(sql`d.account`, PLATFORM_DEBT),
    expectedWeek: by.byWeekAhead(sql`d.day`),
    department: by.byDepartment(sql`d.shop_id`),
  },
  measures: {
    heldMoney: sumOf(sql`d.base`),
    heldOwn: { sum: sql`case when min(d.currency) = max(d.currency) then sum(d.amount) end` },
  },
  usual: {
    dimensions: ['expectedWeek', 'shop', 'currency', 'account'],
    measures: ['heldOwn', 'heldMoney'],
    ...{ sort: 'heldMoney', days: 1 },
  },
});
