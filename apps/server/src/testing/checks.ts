import { checkAll } from '../areas/integrity/public.ts';
import type { App } from '../core/app.ts';
import { systemContext } from '../core/context.ts';

/** The broken integrity checks of a company with what they found, all of them or those that `among` names. */
export async function brokenChecks(
  app: Pick<App, 'database' | 'log'>,
  companyId: number,
  among: (key: string) => boolean = () => true,
): Promise<unknown[]> {
  const results = await checkAll(app, systemContext(companyId, 'test'));
  return results
    .filter((result) => !result.green && among(result.key))
    .map(({ key, broken, error, rows }) => ({ key, broken, error, rows: rows.slice(0, 10) }));
}
