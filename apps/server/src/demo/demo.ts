import { createCompany } from '../areas/company/public.ts';
import { createUser } from '../areas/identity/public.ts';
import type { App } from '../core/app.ts';

export const DEMO_PASSWORD = 'Tradewind2026';

/** Loads the demo company on the first start. Gives the login to print. */
export async function prepareDemo(app: App): Promise<{ userLoginId: string; password: string }> {
  const there = await app.database.owner.query(`select 1 from login where user_login_id = 'demo'`);
  if (there.rowCount === 0) {
    const companyId = await createCompany(app, { name: 'Tradewind Demo', validated: true, demo: true });
    await createUser(app, companyId, {
      userLoginId: 'demo',
      name: 'Demo',
      email: 'demo@tradewind.invalid',
      password: DEMO_PASSWORD,
      mainAccount: true,
      emailVerified: true,
    });
  }
  return { userLoginId: 'demo', password: DEMO_PASSWORD };
}
