import { createCompany } from '../areas/company/public.ts';
import { createUser } from '../areas/identity/public.ts';
import type { App } from '../core/app.ts';
import { sql } from '../core/database/sql.ts';
import { beginFilling } from './fill.ts';
import { DEMO_PASSWORD, hireMembers } from './members.ts';

const DEMO_COMPANY = 'Tradewind Demo';
const OTHER_COMPANY = 'Otherland Trading';
export const DEMO_COMPANIES = [DEMO_COMPANY, OTHER_COMPANY];

/**
 * Makes the demo companies on the first start, so that their people can sign in at once; the history of the first is
 * laid in by jobs while the program answers. Gives the login to print.
 */
export async function prepareDemo(app: App): Promise<{ userLoginId: string; password: string }> {
  await prepareCompany(app, DEMO_COMPANY, { userLoginId: 'demo', name: '演示账号' });
  await prepareCompany(app, OTHER_COMPANY, { userLoginId: 'other', name: '另一家公司' });
  return { userLoginId: 'demo', password: DEMO_PASSWORD };
}

/** Each part is left alone where it is there already: a start may have been interrupted between any two. */
async function prepareCompany(app: App, name: string, main: { userLoginId: string; name: string }): Promise<void> {
  const there = await app.database.asOwner(sql`select 1 from login where user_login_id = ${main.userLoginId}`);
  if (there.length > 0) return;
  const isDemo = name === DEMO_COMPANY;
  const companyId =
    (await demoCompanyId(app, name)) ??
    (await createCompany(app, { name, validated: true, demo: true }, isDemo ? (tx) => beginFilling(tx) : undefined));
  if (isDemo) await hireMembers(app, companyId);
  // Last: that this login exists says that all of it is there.
  await createUser(app, companyId, {
    ...main,
    email: `${main.userLoginId}@demo.tradewind.invalid`,
    password: DEMO_PASSWORD,
    mainAccount: true,
    emailVerified: true,
  });
}

export async function demoCompanyId(app: App, name = DEMO_COMPANY): Promise<number | undefined> {
  const [row] = await app.database.asOwner<{ id: number }>(sql`select id from company where demo and name = ${name}`);
  return row?.id;
}
