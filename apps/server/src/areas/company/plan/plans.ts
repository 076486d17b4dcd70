import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listPlans } from '@tradewind/contract/plans.ts';
import type { App } from '../../../core/app.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { moduleNamed } from '../../access/public.ts';

export type Limits = Partial<Record<'users' | 'shops' | 'ordersPerMonth' | 'apiCallsPerMonth', number>>;

export interface CompanyPlan {
  code: string;
  nameZh: string;
  nameEn: string;
  limits: Limits;
  lockedModules: number[];
  expiresAt: Date | null;
  expired: boolean;
}

/** The plan of the company that the transaction is bound to. */
export async function planOf(tx: Tx): Promise<CompanyPlan> {
  const [found] = await tx.rows<Omit<CompanyPlan, 'expired'>>(
    sql`select p.code, p.name_zh, p.name_en, p.limits, p.locked_modules,
       c.plan_expires_at as "expiresAt" from company c join plan p on p.code = c.plan where c.id = ${sql.company}`,
  );
  if (!found) throw new Error(`the plan of company ${tx.companyId} is gone`);
  return { ...found, expired: found.expiresAt !== null && found.expiresAt <= tx.now };
}

export const CURRENCY = 'CNY';

interface Offer extends Omit<CompanyPlan, 'expiresAt' | 'expired'> {
  monthPrice: string;
  yearPrice: string;
}

export async function plansOnOffer(app: App): Promise<ResultOf<typeof listPlans>> {
  const offers = await app.database.global<Offer>(sql`
    select code, name_zh, name_en, trim_scale(month_price)::text as "monthPrice",
      trim_scale(year_price)::text as "yearPrice", limits, locked_modules
    from plan where on_offer order by place`);
  const plans = offers.map(({ limits, lockedModules, ...offer }) => ({
    ...offer,
    limits: {
      users: limits.users ?? null,
      shops: limits.shops ?? null,
      ordersPerMonth: limits.ordersPerMonth ?? null,
      apiCallsPerMonth: limits.apiCallsPerMonth ?? null,
    },
    lockedModules: lockedModules.flatMap((id) => moduleNamed(id) ?? []),
  }));
  return { plans, currency: CURRENCY };
}
