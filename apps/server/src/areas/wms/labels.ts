import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { notFound } from '../../core/errors.ts';
import type { FileAnswer } from '../../core/http/routes.ts';
import { withWms } from './access.ts';
import { inWords } from './adopt.ts';

/** The provider's carton labels of an ASN. @throws notFound wms.noLabels */
export async function inboundLabels(app: App, ctx: Ctx, inboundId: number): Promise<FileAnswer> {
  const [there] = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{ connectionId: number; providerNo: string }>(
      sql`select connection_id, provider_no from wms_order
       where company_id = ${sql.company} and kind = 'inbound' and doc_id = ${inboundId} and state in ('sent', 'done') and provider_no is not null
         and (${tx.rights.warehouseIds}::bigint[] is null or warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))`,
    ),
  );
  if (!there) throw notFound('wms.noLabels');
  const { connectionId, providerNo } = there;
  const data = await withWms(app, ctx, connectionId, (wms, access) => {
    if (!wms.inboundLabels) throw notFound('wms.noLabels');
    return wms.inboundLabels(access, providerNo);
  }).catch(inWords);
  return { name: `${providerNo}.pdf`, mime: 'application/pdf', data, inline: true };
}
