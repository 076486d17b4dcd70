import { type Context, isLoopbackUrl } from '../http/app.ts';
import { text } from '../http/types.ts';
import type { Letter } from '../kit/courier.ts';
import { PushSender } from '../kit/pushes.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { TemuError, wrongParams } from './errors.ts';
import { statusOf } from './orders.ts';
import { type Operation, seconds, texts } from './router.ts';
import { orderSnOf, REGION_ID } from './shops.ts';
import { encrypt, pushSignature, TEMU, TEMU_APPS } from './signing.ts';

const TOKEN_DAYS = 90;
const LOCAL = 100;
const EVENTS = [
  'bg_order_status_change_event',
  'bg_trade_logistics_address_changed',
  'bg_aftersales_status_change',
  'bg_cancel_order_status_change',
  'bg_open_event_test',
];

/** The seller's permission and the shop's subscriptions. Source: the Authorization and Webhook APIs. */
export class Account {
  readonly sender: PushSender;
  readonly #warehouses = new Set<string>();

  constructor(ctx: Context) {
    this.sender = new PushSender(ctx, TEMU, (_event, order) => [letter(ctx, order)]);
  }

  readonly operations: Operation[] = [
    {
      type: 'bg.open.accesstoken.info.get',
      handle: ({ shop, now }) => ({
        mallId: Number(shop.id),
        mallType: LOCAL,
        regionId: REGION_ID,
        expiredTime: seconds(now) + TOKEN_DAYS * 86_400,
        apiScopeList: ['bg.order.list.v2.get', 'bg.order.amount.query'],
        appSubscribeEventCodeList: EVENTS,
        appSubscribeStatus: 0,
        authEventCodeList: EVENTS.map((eventCode) => ({ eventCode, permitsStatus: 1 })),
      }),
    },
    {
      type: 'bg.tmc.message.update',
      // Really the address is typed in the Partner Platform and reviewed there for days.
      params: ['permitEventCodeList', 'cancelEventCodeList', 'callbackUrl'],
      handle: ({ shop, params }) => {
        for (const event of texts('permitEventCodeList', params.permitEventCodeList, 20))
          if (!EVENTS.includes(event)) throw wrongParams(`${event} is unknown`);
        const url = text(params.callbackUrl);
        if (!isLoopbackUrl(url)) throw wrongParams('this sandbox calls this machine only');
        this.sender.unsubscribe(shop.id);
        this.sender.subscribe(shop.id, url);
        return { result: true };
      },
    },
    {
      type: 'bg.cooperativewarehouse.provider.list',
      params: ['needAllPlatformProviders'],
      handle: () => ({
        warehouseProviderList: ['WINIT', 'GOODCANG', 'TEMUFC'].map((warehouseProviderCode) => ({
          warehouseProviderCode,
          permitsStatus: this.#warehouses.has(warehouseProviderCode) ? 1 : 0,
        })),
      }),
    },
    {
      type: 'bg.cooperativewarehouse.token.authorization',
      params: ['warehouseProviderCode', 'cwCustomerCode', 'cwAccessToken', 'cwAppKey'],
      handle: ({ ctx, params }) => {
        const code = text(params.warehouseProviderCode);
        if (!['WINIT', 'GOODCANG', 'TEMUFC'].includes(code))
          throw new TemuError(170_020_001, 'This ERP provider is not supported.');
        if (!params.cwCustomerCode || !params.cwAccessToken)
          throw new TemuError(170_020_003, 'The parameter is illegal, please check and try again.');
        // The warehouse's house knows its own tokens; here they begin like this.
        if (!text(params.cwAccessToken).startsWith('cw-'))
          return { authorizationSuccess: false, authorizationFailReason: 'The token of the warehouse is invalid' };
        this.#warehouses.add(code);
        ctx.world.changes++;
        return { authorizationSuccess: true, authorizationFailReason: null };
      },
    },
  ];

  save() {
    return { pushes: this.sender.save(), warehouses: [...this.#warehouses] };
  }

  load(saved: ReturnType<Account['save']>): void {
    this.sender.load(saved.pushes);
    for (const code of saved.warehouses) this.#warehouses.add(code);
  }
}

function letter(ctx: Context, order: SandboxOrder): Letter {
  const { appKey = '', appSecret = '' } = TEMU_APPS.us ?? {};
  const event = 'bg_order_status_change_event';
  const said = JSON.stringify({
    mallId: Number(order.shop),
    parentOrderSn: order.id,
    orderSn: orderSnOf(order.lines[0]?.id ?? ''),
    orderStatus: statusOf(order),
    updateTime: order.updatedAt,
  });
  const headers = {
    'x-tm-app-key': appKey,
    'x-tm-event-code': event,
    'x-tm-mall-id': order.shop,
    'x-tm-timestamp': String(seconds(ctx.world.clock.now())),
  };
  const signature = pushSignature(appSecret, { ...headers, eventData: said });
  return {
    topic: event,
    body: Buffer.from(JSON.stringify({ eventData: encrypt(said, appSecret) }), 'utf8'),
    headers: { 'content-type': 'application/json', ...headers, 'x-tm-signature': signature },
  };
}
