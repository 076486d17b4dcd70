import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { Fail, ruleBroken } from '../../../core/errors.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import { withCarrier } from '../carrier/connect.ts';
import { SEND_INVOICE_JOB } from '../jobs.ts';
import { wordsOf } from '../parcel/problems.ts';
import { invoiceOf } from './papers.ts';

type Sent = { orderId: number; accountId: number; shipmentId: string; trackingNumber: string };

/** Of a label that holds, and whose invoice the carrier does not have. */
const unsent = (app: App, ctx: Ctx, parcelId: number): Promise<Sent | undefined> =>
  app.database.inCompany(ctx, (tx) =>
    tx.row<Sent>(sql`select order_id, carrier_account_id as account_id, coalesce(shipment_id, tracking_number) as shipment_id,
        tracking_number
      from parcel where company_id = ${sql.company} and id = ${parcelId} and state in ('labelled', 'shipped')
        and invoice_paper is null and carrier_account_id is not null and tracking_number is not null`),
  );

/**
 * Sends the one commercial invoice of a parcel: the carrier's own where it has drawn one, else ours. Until that has worked,
 * the parcel says that the invoice is to be printed.
 */
async function sendInvoice(app: App, ctx: Ctx, { parcelId }: { parcelId: number }): Promise<void> {
  const parcel = await unsent(app, ctx, parcelId);
  if (!parcel) return;
  const { orderId, accountId, ...label } = parcel;
  try {
    const pdf = await invoiceOf(app, ctx, orderId);
    const paper = await withCarrier(app, ctx, accountId, async (connector, access) => {
      if (!connector.uploadPaper) throw ruleBroken('logistics.noPapers');
      return connector.uploadPaper(access, { ...label, kind: 'invoice', pdf });
    });
    await app.database.inCompany(ctx, async (tx) => {
      await tx.rows(sql`update parcel set invoice_paper = ${paper}, invoice_error = null
        where company_id = ${sql.company} and id = ${parcelId}`);
      const detail = { parcelId, trackingNumber: label.trackingNumber };
      writeHistory(tx, [{ docKind: 'sales_order', docId: orderId, event: 'invoiceSent', detail }]);
    });
  } catch (error) {
    if (!(error instanceof ConnectorError || error instanceof Fail)) throw error;
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update parcel set invoice_error = ${wordsOf(error)}
        where company_id = ${sql.company} and id = ${parcelId} and invoice_paper is null`),
    );
    // The worker tries again; what the carrier refuses stays refused.
    if (error instanceof ConnectorError && error.kind !== 'rejected') throw error;
  }
}

defineJob(SEND_INVOICE_JOB.name, ['向承运商提交电子发票', 'Send the invoice to the carrier'], sendInvoice);
