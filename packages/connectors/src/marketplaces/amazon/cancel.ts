import type { CancelReason, CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM } from './client.ts';
import type { Feeds } from './feeds.ts';
import type { Listing } from './listing.ts';

const REASONS: Record<CancelReason, string> = {
  outOfStock: 'NoInventory',
  buyerAsked: 'BuyerCanceled',
  badAddress: 'ShippingAddressUndeliverable',
  wrongPrice: 'GeneralAdjustment',
  other: 'GeneralAdjustment',
};

const escaped = (text: string): string => text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The order acknowledgement of Amazon's envelope; its only use since Amazon acknowledges for sellers is to cancel. */
export function cancelFeed(account: string, notice: CancelRequest): string {
  const reason = REASONS[notice.reason];
  const items = notice.lines
    .map(
      (line) =>
        `<Item><AmazonOrderItemCode>${escaped(line.platformLineId)}</AmazonOrderItemCode><CancelReason>${reason}</CancelReason></Item>`,
    )
    .join('');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<AmazonEnvelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="amzn-envelope.xsd">' +
    `<Header><DocumentVersion>1.01</DocumentVersion><MerchantIdentifier>${escaped(account)}</MerchantIdentifier></Header>` +
    '<MessageType>OrderAcknowledgement</MessageType><Message><MessageID>1</MessageID><OrderAcknowledgement>' +
    `<AmazonOrderID>${escaped(notice.platformOrderNo)}</AmazonOrderID><StatusCode>Failure</StatusCode>${items}` +
    '</OrderAcknowledgement></Message></AmazonEnvelope>'
  );
}

/** Sellers cancel by a feed that Amazon works off within minutes; the order's state says whether it did. */
export function createCancellation(feeds: Feeds, listing: Listing) {
  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const { record } = await listing.getOrder(access, notice.platformOrderNo);
    const status = record.ok ? record.order.status : undefined;
    if (status === 'cancelled') return { outcome: 'alreadyCancelled' };
    if (status === 'shipped' || status === 'partiallyShipped') {
      throw new ConnectorError(PLATFORM, 'rejected', 'cancelOrder: Amazon cancels nothing that is shipped already', {
        code: 'SHIPPED',
      });
    }
    const content = cancelFeed(access.account, notice);
    const feedId = await feeds.submit(access, 'POST_ORDER_ACKNOWLEDGEMENT_DATA', {
      type: 'text/xml; charset=UTF-8',
      content,
    });
    return { outcome: 'requested', detail: `feed ${feedId}` };
  };
}
