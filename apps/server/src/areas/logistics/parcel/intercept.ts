import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { withCarrier } from '../carrier/connect.ts';
import { parcelInScope } from './parcels.ts';
import { carrierFail } from './problems.ts';

/**
 * Asks the carrier to stop a parcel that left. A carrier may charge for it, so a person decides. Repeated it changes
 * nothing more. @throws logistics.parcelGone, logistics.notOnItsWay, logistics.noIntercept
 */
export async function interceptParcel(
  app: App,
  ctx: Ctx,
  parcelId: number,
): Promise<{ held: boolean; detail: string }> {
  const label = await app.database.inCompany(ctx, (tx) =>
    tx.row<{
      orderId: number;
      state: string;
      accountId: number | null;
      shipmentId: string | null;
      trackingNumber: string | null;
    }>(sql`select p.order_id, p.state, p.carrier_account_id as "accountId", p.shipment_id, p.tracking_number
      from parcel p where p.company_id = ${sql.company} and p.id = ${parcelId} and ${parcelInScope(ctx)}`),
  );
  if (!label) throw notFound('logistics.parcelGone');
  const { accountId, trackingNumber } = label;
  if (label.state !== 'shipped' || trackingNumber === null) throw conflict('logistics.notOnItsWay');
  if (accountId === null) throw ruleBroken('logistics.noIntercept');
  const answer = await withCarrier(app, ctx, accountId, async (connector, access) => {
    if (!connector.hold) throw ruleBroken('logistics.noIntercept');
    return connector.hold(access, { shipmentId: label.shipmentId ?? trackingNumber, trackingNumber });
  }).catch((error: unknown) => {
    throw error instanceof ConnectorError ? carrierFail(error) : error;
  });
  const event = answer.held ? 'intercepted' : 'interceptRefused';
  const detail = { parcelId, trackingNumber, ...(answer.detail ? { detail: answer.detail } : {}) };
  await app.database.inCompany(ctx, (tx) =>
    Promise.resolve(
      writeHistory(tx, [
        { docKind: 'sales_order', docId: label.orderId, event, detail },
        { docKind: 'parcel', docId: parcelId, event, detail },
      ]),
    ),
  );
  return answer;
}
