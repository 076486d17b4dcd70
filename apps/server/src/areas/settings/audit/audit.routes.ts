import { auditChoices, exportAudit, listAudit } from '@tradewind/contract/settings.ts';
import { auditActions } from '../../../core/audit.ts';
import { sql } from '../../../core/database/sql.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { auditExport, auditPage } from './list.ts';

export function auditRoutes(): Route[] {
  return [
    handle(listAudit, (tx, input, ctx) => auditPage(tx, ctx, input)),
    handle(auditChoices, async (tx, _input, ctx) => ({
      actions: auditActions(ctx.language),
      users: await tx.rows<{ userId: number; name: string }>(
        sql`select id as user_id, name || ' (' || user_login_id || ')' as name from user_account
         where company_id = ${sql.company} order by name limit 2000`,
      ),
    })),
    exportRoute(exportAudit, auditExport, ({ filter }) => filter),
  ];
}
