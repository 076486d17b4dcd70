import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { withCarrier } from '../carrier/connect.ts';
import { carrierFail } from './problems.ts';

/**
 * Corrects the weight of a bought label to that of the scale, for carriers that bill by what is declared. The label
 * stays. @throws logistics.parcelGone, logistics.notLabelled, logistics.noWeightChange
 */
export async function correctWeight(app: App, ctx: Ctx, parcelId: number): Promise<void> {
  const label = await app.database.inCompany(ctx, (tx) =>
    tx.row<{
      reference: string;
      orderId: number;
      state: string;
      accountId: number | null;
      shipmentId: string | null;
      trackingNumber: string | null;
      weightGrams: number;
      weighedGrams: number | null;
    }>(sql`select reference, order_id, state, carrier_account_id as "accountId", shipment_id, tracking_number,
        weight_grams, weighed_grams
      from parcel where company_id = ${sql.company} and id = ${parcelId} and ${inWarehouses(ctx, sql`warehouse_id`)}`),
  );
  if (!label) throw notFound('logistics.parcelGone');
  const { accountId, trackingNumber, reference, weighedGrams } = label;
  if (label.state !== 'labelled' || trackingNumber === null || weighedGrams === null)
    throw conflict('logistics.notLabelled');
  if (accountId === null) throw ruleBroken('logistics.noWeightChange');
  await withCarrier(app, ctx, accountId, async (connector, access) => {
    if (!connector.updateWeight) throw ruleBroken('logistics.noWeightChange');
    const shipmentId = label.shipmentId ?? trackingNumber;
    await connector.updateWeight(access, { shipmentId, trackingNumber, reference, weightGrams: weighedGrams });
  }).catch((error: unknown) => {
    throw error instanceof ConnectorError ? carrierFail(error) : error;
  });
  await app.database.inCompany(ctx, async (tx) => {
    await tx.rows(sql`update parcel set weight_grams = ${weighedGrams} where company_id = ${sql.company}
      and id = ${parcelId} and state = 'labelled'`);
    const detail = { parcelId, trackingNumber, from: label.weightGrams, to: weighedGrams };
    writeHistory(tx, [{ docKind: 'sales_order', docId: label.orderId, event: 'weightCorrected', detail }]);
  });
}
