import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { FileAnswer } from '../../core/http/routes.ts';
import { withWms } from './access.ts';
import { inWords } from './adopt.ts';

/** The provider's own labels for the cartons of a notice that is there. @throws notFound wms.noLabels */
export async function inboundLabels(app: App, ctx: Ctx, inboundId: number): Promise<FileAnswer> {
  const [there] = await app.database.inCompany(ctx, (tx) =>
    tx.prepared<{ connectionId: number; providerNo: string }>(
      'wms_notice_with_labels',
      `select connection_id as "connectionId", provider_no as "providerNo" from wms_order
       where company_id = $1 and kind = 'inbound' and doc_id = $2 and state in ('sent', 'done') and provider_no is not null
         and ($3::bigint[] is null or warehouse_id = any($3))`,
      [tx.companyId, inboundId, tx.rights.warehouseIds],
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
