import type { CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import type { AnsweredLine, PlatformBill } from '../../capabilities/purchase-orders.ts';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { sleepOf } from '../../pace.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import type { AmazonSetup } from '../amazon/client.ts';
import { VENDOR_COUNTRIES, vendorCentral } from '../amazon/regions.ts';
import { consentUrl, createTokenEndpoint } from '../amazon/tokens.ts';
import { createVendorClient, isDenied, PLATFORM, PROGRAMMES, type Programme } from './client.ts';
import { createDirect } from './direct.ts';
import { createLabels } from './labels.ts';
import { createOrders } from './orders.ts';
import { createParties } from './parties.ts';
import { createRestricted } from './restricted.ts';
import { createRetail } from './retail.ts';
import { createInvoices } from './retailInvoice.ts';
import { BATCH, createStock } from './stock.ts';
import { createTransactions } from './transactions.ts';
import { createWalk } from './walk.ts';

const WEEK_MS = 7 * 86_400_000;
const sameTracking = (a: string, b: string | undefined): boolean =>
  a.replace(/[\s-]/g, '').toUpperCase() === b?.replace(/[\s-]/g, '').toUpperCase();

/** Base addresses by name: `token` (Login with Amazon), `api` (Selling Partner API), `consent` (Vendor Central). */
export function createVendorConnector(setup: AmazonSetup) {
  const now = setup.http.now ?? Date.now;
  const call = createVendorClient(setup);
  const tokens = createTokenEndpoint(setup, PLATFORM);
  const restricted = createRestricted(call, now);
  const orders = createOrders(call, restricted);
  const walk = createWalk(orders, now);
  const transactions = createTransactions(call, sleepOf(setup.http));
  const retail = createRetail(transactions, now);
  const invoice = createInvoices(transactions);
  const direct = createDirect(transactions, now);
  const shipping = createLabels(call, orders, restricted);
  const parties = createParties(orders, now);
  const stock = createStock(call, transactions, parties);

  /** Vendors have no call that describes them: what they may ask for shows which programmes they are in. */
  async function describeShop(access: ShopAccess) {
    const country = VENDOR_COUNTRIES.find((one) => one.country === access.region?.toUpperCase());
    if (!country) throw new ConnectorError(PLATFORM, 'rejected', `Amazon buys from no vendors in "${access.region}"`);
    // One look at the clock: a millisecond more than a week is refused.
    const at = now();
    const window = { from: new Date(at - WEEK_MS).toISOString(), to: new Date(at).toISOString() };
    const probe: Record<Programme, () => Promise<unknown>> = {
      retail: () => orders.retailRows(access, window, 1),
      direct: () => orders.directRows(access, window, 1),
    };
    const found: Programme[] = [];
    for (const programme of PROGRAMMES) {
      try {
        await probe[programme]();
        found.push(programme);
      } catch (error) {
        if (!isDenied(error)) throw error;
      }
    }
    if (found.length === 0)
      throw new ConnectorError(PLATFORM, 'rejected', 'the vendor allows neither purchase orders nor direct fulfilment');
    const marketplaceIds = [country.id, ...found];
    const { vendorCodes } = await parties.of({ ...access, marketplaceIds });
    return {
      name: `Amazon Vendor ${vendorCodes.join(', ') || access.account}`,
      currency: country.currency,
      marketplaceIds,
    };
  }

  async function acknowledge(
    access: ShopAccess,
    { platformOrderNo }: Pick<PlatformOrder, 'platformOrderNo'>,
    lines?: readonly AnsweredLine[],
  ) {
    const found = await orders.find(access, platformOrderNo);
    if (found.programme === 'retail') {
      if (lines) await retail.answer(access, found.order, lines);
      else if (found.order.purchaseOrderState === 'NEW') await retail.accept(access, found.order);
    } else if (found.order.orderDetails.orderStatus === 'NEW') await direct.accept(access, found.order);
  }

  async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    // Amazon takes no shipment of an order that is not taken on; what goes as freight was answered by line.
    if (!notice.freight) await acknowledge(access, notice);
    const found = await orders.find(access, notice.platformOrderNo);
    if (found.programme === 'retail') return retail.confirm(access, found.order, notice);
    if (found.order.orderDetails.orderStatus === 'SHIPPED')
      return { outcome: 'alreadyConfirmed', detail: 'Amazon knows the order as shipped' };
    const parcel = await shipping.findParcel(access, { ...notice, weightGrams: 0 });
    if (!parcel || !sameTracking(notice.trackingNumber, parcel.trackingNumber)) {
      throw new ConnectorError(PLATFORM, 'rejected', "orders of Amazon's customers go under Amazon's own label", {
        code: 'NO_LABEL',
      });
    }
    await direct.confirm(access, found.order, Date.parse(notice.shippedAt));
    return { outcome: 'confirmed' };
  }

  async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const found = await orders.find(access, notice.platformOrderNo);
    const status = found.record.ok ? found.record.order.status : undefined;
    if (status === 'cancelled') return { outcome: 'alreadyCancelled' };
    if (status === 'shipped' || status === 'partiallyShipped')
      throw new ConnectorError(PLATFORM, 'rejected', 'Amazon has the goods already', { code: 'SHIPPED' });
    if (found.programme === 'retail') await retail.refuse(access, found.order, notice.reason);
    else if (found.order.orderDetails.orderStatus === 'NEW') await direct.refuse(access, found.order, notice.reason);
    else await direct.deny(access, found.order);
    return { outcome: 'cancelled' };
  }

  async function bill(access: ShopAccess, answered: PlatformBill): Promise<void> {
    const found = await orders.find(access, answered.platformOrderNo);
    if (found.programme !== 'retail')
      throw new ConnectorError(PLATFORM, 'rejected', "orders of Amazon's customers are not billed by the vendor");
    await invoice(access, found.order, answered);
  }

  return {
    platform: PLATFORM,
    consentUrl: (input) => consentUrl(setup, input, PLATFORM, vendorCentral),
    exchange: tokens.exchange,
    refresh: tokens.refresh,
    describeShop,
    listOrders: walk.listOrders,
    listOrderNos: walk.listOrderNos,
    getOrder: orders.getOrder,
    acknowledge,
    bill,
    writeResult: transactions.result,
    confirmShipment,
    cancelOrder,
    shipping,
    listListings: stock.listListings,
    pushStock: stock.pushStock,
    stockBatch: BATCH,
  } satisfies MarketplaceConnector;
}
