import { malformed } from '../../read.ts';
import type { HttpOptions } from '../../types.ts';
import type { SourcingConnector, SourcingOffer } from '../connector.ts';
import { type App1688, createGateway, PLATFORM } from './gateway.ts';
import { createOrders } from './orders.ts';
import { addressesShape, offerShape } from './shapes.ts';
import { createTokenDesk } from './tokens.ts';

const CONSENT = 'https://auth.1688.com/oauth/authorize';
const PICTURES = 'https://cbu01.alicdn.com/';

/** The names of an installation's own variables, and by what the stand-in is spoken to. */
export const SETUP_1688 = {
  credentials: { appKey: 'ALI1688_APP_KEY', appSecret: 'ALI1688_APP_SECRET' },
  addresses: { gateway: 'ALI1688_GATEWAY_URL', consent: 'ALI1688_CONSENT_URL' },
  sandbox: {
    app: { appKey: '1688001', appSecret: 'tradewind-1688-secret' },
    baseUrls: { gateway: '/1688/openapi', consent: '/1688/oauth/authorize' },
  },
} as const;

/** 1688 for buyers: offers, orders and their logistics. */
export function create1688(app: App1688, http: HttpOptions = {}): SourcingConnector {
  const send = createGateway(app, http);
  const desk = createTokenDesk(app, http);
  return {
    platform: PLATFORM,
    currency: 'CNY',
    consentUrl: ({ state, redirectUri }) => {
      const query = new URLSearchParams({ client_id: app.appKey, site: '1688', redirect_uri: redirectUri, state });
      return `${http.baseUrls?.consent ?? CONSENT}?${query}`;
    },
    exchange: ({ query, redirectUri }) => desk.exchange(query, redirectUri),
    refresh: (tokens) => desk.refresh(tokens),
    addresses: async (tokens) => {
      const call = { space: 'com.alibaba.trade', name: 'alibaba.trade.receiveAddress.get' };
      const { json, raw } = await send({ ...call, params: {}, tokens, effect: 'read' });
      const read = addressesShape.safeParse(json);
      if (!read.success) throw malformed(PLATFORM, 'the addresses', raw, read.error);
      return read.data.result.receiveAddressItems
        .map((one) => ({
          id: one.id,
          receiver: one.fullName ?? '',
          phone: one.mobilePhone ?? one.phone ?? '',
          text: [one.addressCodeText, one.townName, one.address].filter(Boolean).join(' '),
          usual: one.isDefault,
        }))
        .sort((a, b) => Number(b.usual) - Number(a.usual));
    },
    offer: async (tokens, offerId) => {
      const call = { space: 'com.alibaba.product', name: 'alibaba.cross.productInfo' };
      const { json, raw } = await send({ ...call, params: { productId: offerId }, tokens, effect: 'read' });
      const read = offerShape.safeParse(json);
      if (!read.success) throw malformed(PLATFORM, 'the offer', raw, read.error);
      return offerOf(read.data.productInfo);
    },
    ...createOrders(send),
  };
}

function offerOf(info: (typeof offerShape)['_output']['productInfo']): SourcingOffer {
  const { saleInfo, image, skuInfos } = info;
  const [picture] = image.images;
  return {
    offerId: info.productID,
    title: info.subject ?? '',
    seller: info.sellerLoginId ?? info.supplierLoginId ?? '',
    unit: saleInfo.unit ?? '',
    minimum: saleInfo.minOrderQuantity ?? null,
    open: (info.status ?? 'published') === 'published' && !/^false$/i.test(String(saleInfo.supportOnlineTrade)),
    picture: picture ? new URL(picture, PICTURES).href : null,
    breaks: saleInfo.priceRanges.map(({ startQuantity, price }) => ({ from: startQuantity, price })),
    specs: skuInfos.map(({ specId, price, amountOnSale, attributes }) => ({
      specId,
      name: attributes.flatMap((one) => one.attributeValue ?? []).join(' / '),
      price: price ?? null,
      stock: amountOnSale ?? null,
    })),
  };
}
