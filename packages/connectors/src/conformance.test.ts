import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MarketplaceConnector } from './capabilities/connector.ts';
import type { PlatformListing } from './capabilities/listings.ts';
import type { PlatformOrder } from './capabilities/orders.ts';
import { capabilityTable, credentialTable } from './capability-table.ts';
import {
  authorize,
  connectorOf,
  everyOrder,
  everyPage,
  LONG_AGO,
  notice,
  numbers,
  REDIRECT,
  read,
  type SharedClock,
  sharedClock,
} from './conformance.testing.ts';
import { MARKETPLACES } from './marketplaces/registry.ts';
import { sum } from './money.ts';
import { agree, failure, kindOfFailure, listening, type RunningSandbox, startSandbox } from './testing.ts';
import type { ShopAccess } from './types.ts';

/** What every platform's connector has to do, each against its stand-in over the wire. */
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** Whose returns say until when sellers have to answer. */
const CONFIRMS_ANSWER_BY = ['ebay', 'tiktok'];

const requested = MARKETPLACES.filter((definition) => !connectorOf(definition, 'http://127.0.0.1:9').ownShop);
for (const definition of requested) {
  const { platform } = definition;
  const has = connectorOf(definition, 'http://127.0.0.1:9');

  describe(platform, () => {
    let connector: MarketplaceConnector;
    let access: ShopAccess;
    let clock: SharedClock;
    const faults = (desired: object) => sandbox.control('faults', { platform, ...desired });
    const truth = async () => (await sandbox.control(`order-ids?shop=${platform}`)) as string[];
    const stateOf = async (orderId: string) => {
      const state = (await sandbox.control(`state?shop=${platform}&orderId=${encodeURIComponent(orderId)}`)) as {
        orders: { confirmations: number; confirmed: { tracking: string[] }[]; cancels: number; status: string }[];
      };
      const [order] = state.orders;
      if (!order) throw new Error(`the sandbox knows no order ${orderId}`);
      return order;
    };

    beforeAll(async () => {
      await sandbox.control('reset', { orders: 130 });
      clock = sharedClock(sandbox);
      connector = connectorOf(definition, sandbox.url, clock);
      access = await authorize(definition, connector);
    });

    const touched = new Set<string>();
    let listed: PlatformOrder[] = [];
    /** The first open order that fits, acknowledged and handed to the platform's logistics where it insists on that. */
    async function openOrder(fits: (order: PlatformOrder) => boolean = () => true): Promise<PlatformOrder> {
      const choose = (among: readonly PlatformOrder[]) => {
        const open = among.filter((one) => one.status === 'toShip' && !one.cancelRequested && fits(one));
        // On some platforms an order is on hold until it is taken on, on others for good reasons.
        const free = open.filter((one) => !one.hold);
        return [free.find((one) => !touched.has(one.platformOrderNo)), free[0] ?? open[0]] as const;
      };
      // An order that no test has touched is as it was listed; of the others that need not hold.
      let [order] = choose(listed);
      if (!order) {
        listed = read((await everyOrder(connector, access)).records);
        const [untouched, any] = choose(listed);
        order = untouched ?? any;
      }
      if (!order) throw new Error('no such order');
      touched.add(order.platformOrderNo);
      await connector.acknowledge?.(access, order);
      return order;
    }
    async function prepared(fits?: (order: PlatformOrder) => boolean): Promise<PlatformOrder> {
      const order = await openOrder((one) => one.platformShipping !== true && (fits?.(one) ?? true));
      if (connector.shipping?.use === 'must') await connector.shipping.arrange(access, parcelOf(order));
      return order;
    }
    const parcelOf = (order: PlatformOrder) => ({
      ...notice(order),
      weightGrams: 800,
      lengthMm: 200,
      widthMm: 150,
      heightMm: 80,
    });

    describe('connecting', () => {
      it('learns whose shop it is', async () => {
        const described = await connector.describeShop(access);
        expect(access.account).not.toBe('');
        expect(described.name).not.toBe('');
        expect(described.currency).toMatch(/^[A-Z]{3}$/);
      });

      it('renews its tokens and goes on with the new ones', async () => {
        const tokens = await connector.refresh(access);
        access = { ...access, tokens };
        expect((await connector.listOrders(access, { updatedAfter: LONG_AGO })).records.length).toBeGreaterThan(0);
      });

      if (has.exchange)
        it('takes a code once', async () => {
          const consent = connector.consentUrl?.({
            state: 's',
            redirectUri: REDIRECT,
            account: access.account,
            ...(access.region ? { region: access.region } : {}),
          });
          const query = await agree(consent ?? '');
          const where = access.region ? { region: access.region } : {};
          const got = await connector.exchange?.({ query, redirectUri: REDIRECT, ...where });
          // Some platforms let the old tokens die with the new consent.
          if (got) access = { ...access, tokens: got.tokens };
          const again = connector.exchange?.({ query, redirectUri: REDIRECT, ...where });
          expect(['rejected', 'unauthorized']).toContain(await kindOfFailure(again ?? Promise.resolve()));
        });

      if (has.connect)
        it('is told when the keys are wrong', async () => {
          const keys = Object.fromEntries(
            Object.entries(definition.sandbox.keys ?? {}).map(([name, value]) => [name, `${value}x`]),
          );
          const kind = await kindOfFailure(connector.connect?.({ keys }) ?? Promise.resolve());
          expect(['rejected', 'unauthorized']).toContain(kind);
        });
    });

    describe('orders', () => {
      let first: ReturnType<typeof everyOrder> | undefined;
      const asFound = () => {
        first ??= everyOrder(connector, access);
        return first;
      };

      it('come all, page by page, each with its lines, its amounts and a state', async () => {
        const { records, pages, until } = await asFound();
        expect(records.filter((record) => !record.ok)).toEqual([]);
        expect(numbers(records)).toEqual((await truth()).sort());
        expect(pages).toBeGreaterThan(1);
        expect(Date.parse(until)).toBeGreaterThan(Date.now() - 10 * 60_000);
        for (const order of read(records)) {
          expect(order.lines.length).toBeGreaterThan(0);
          expect(order.lines.every((line) => line.quantity > 0 && line.platformLineId !== '')).toBe(true);
          expect(order.currency).toMatch(/^[A-Z]{3}$/);
          if (order.status === 'unpaid' || order.status === 'cancelled') continue;
          const parts = sum([order.goodsAmount, order.shippingAmount, order.taxAmount, `-${order.discountAmount}`]);
          expect([order.platformOrderNo, Number(order.totalAmount)]).toEqual([order.platformOrderNo, Number(parts)]);
        }
        expect(new Set(read(records).map((order) => order.status))).toContain('toShip');
        expect(new Set(read(records).map((order) => order.status)).size).toBeGreaterThan(1);
      });

      it('come again when they are new or have changed, and not otherwise', async () => {
        const { until } = await asFound();
        const before = new Date(Date.parse(until) - 1000).toISOString();
        const { orderIds } = (await sandbox.control('orders', { shop: platform, count: 2 })) as { orderIds: string[] };
        const later = await everyOrder(connector, access, before);
        expect(numbers(later.records)).toEqual(expect.arrayContaining(orderIds));
        expect(later.records.length).toBeLessThan(40);
      });

      it('are read one by one the same way', async () => {
        const { records } = await asFound();
        const [one] = read(records).filter((order) => order.status === 'toShip');
        const record = await connector.getOrder(access, one?.platformOrderNo ?? '');
        expect(record.ok && { ...record.order, updatedAt: '' }).toEqual({ ...one, updatedAt: '' });
      });

      it('are not there when they never were', async () => {
        const kind = await connector.getOrder(access, '404000404').then(
          (record) => (record.ok ? 'read' : 'rejected'),
          (error: { kind: string }) => error.kind,
        );
        expect(kind).toBe('rejected');
      });

      if (has.listOrderNos)
        it('can be counted by the time they were placed', async () => {
          const window = { orderedFrom: LONG_AGO, orderedTo: new Date(Date.now() + 60_000).toISOString() };
          const pages = await everyPage((at) => connector.listOrderNos?.(access, { ...window, ...at }));
          const found = pages.flatMap((page) => page.orders.map((one) => one.platformOrderNo));
          expect([...new Set(found)].sort()).toEqual((await truth()).sort());
        });
    });

    describe('bad days', () => {
      const first = () => connector.listOrders(access, { updatedAfter: LONG_AGO });

      it('says how long to wait when there were too many calls', async () => {
        await faults({ throttle: 1 });
        const error = await failure(first());
        expect(error.kind).toBe('throttled');
        expect(error.retryAfterMs).toBeGreaterThan(0);
        expect((await first()).records.length).toBeGreaterThan(0);
      });

      it('calls an error of the platform and a lost answer what they are', async () => {
        await faults({ status500: 1 });
        expect(await kindOfFailure(first())).toBe('unavailable');
        await faults({ failHalfway: 1 });
        expect(await kindOfFailure(first())).toBe('unavailable');
      });

      it('loses nothing when a page is repeated', async () => {
        await faults({ repeatPage: 1 });
        expect(numbers((await everyOrder(connector, access)).records)).toEqual((await truth()).sort());
        await faults({ repeatPage: 0 });
      });

      it('sets aside the one order it cannot read and goes on', async () => {
        await faults({ malformed: 1 });
        const { records } = await everyOrder(connector, access);
        const bad = records.filter((record) => !record.ok);
        expect(bad).toHaveLength(1);
        expect(bad[0]?.ok === false && bad[0].reason).toBeTruthy();
        expect(bad[0]?.ok === false && bad[0].raw).toBeTruthy();
        expect(numbers(records)).toHaveLength((await truth()).length);
        await faults({ malformed: 0 });
      });

      it('sets aside an order in a state it does not know, and shrugs at a new field', async () => {
        await faults({ unknownStatus: 1, newField: true });
        const { records } = await everyOrder(connector, access);
        expect(records.filter((record) => !record.ok)).toHaveLength(1);
        await faults({ unknownStatus: 0, newField: false });
      });

      it('never takes an amount of another currency for one of the shop’s', async () => {
        const { currency } = await connector.describeShop(access);
        await faults({ oddMoney: 1 });
        const { records } = await everyOrder(connector, access);
        const odd = records.filter((record) => !record.ok || record.order.currency !== currency);
        expect(odd).toHaveLength(1);
        await faults({ oddMoney: 0 });
      });

      it('stands a clock that differs by two minutes', async () => {
        for (const clockSkewSeconds of [120, -120]) {
          await faults({ clockSkewSeconds });
          expect((await first()).records.length).toBeGreaterThan(0);
        }
        await faults({ clockSkewSeconds: 0 });
      });
    });

    describe('shipping', () => {
      it('is told once, however often it is said', async () => {
        const order = await prepared((one) => one.lines.length === 1);
        const first = await connector.confirmShipment(access, notice(order));
        expect(['confirmed', 'alreadyConfirmed']).toContain(first.outcome);
        await connector.confirmShipment(access, notice(order));
        expect((await stateOf(order.platformOrderNo)).confirmations).toBe(1);
        // Some platforms say so only when their courier has the parcel.
        await sandbox.control('collect', { shop: platform, orderId: order.platformOrderNo });
        const after = await connector.getOrder(access, order.platformOrderNo);
        expect(after.ok && after.order.status).toBe(has.neverTellsShipped ? 'toShip' : 'shipped');
      });

      it('is told once when the answer to the first time is lost', async () => {
        const order = await prepared((one) => one.lines.length === 1);
        await faults({ failHalfway: 1 });
        await connector.confirmShipment(access, notice(order)).catch((error: { kind: string }) => {
          expect(['uncertain', 'unavailable']).toContain(error.kind);
        });
        await faults({ failHalfway: 0 });
        await connector.confirmShipment(access, notice(order));
        expect((await stateOf(order.platformOrderNo)).confirmations).toBe(1);
      });

      if (has.shipping)
        it('goes by the platform’s own logistics: options, one parcel, its label', async () => {
          const { shipping } = connector;
          if (!shipping) throw new Error('no shipping');
          const order = await openOrder((one) => one.platformShipping !== false && one.lines.length === 1);
          expect(await shipping.findParcel(access, parcelOf(order))).toBeNull();
          const [option] = await shipping.options(access, parcelOf(order));
          expect(option?.name).toBeTruthy();
          const parcel = await shipping.arrange(access, { ...parcelOf(order), optionId: option?.id ?? '' });
          const found = await shipping.findParcel(access, parcelOf(order));
          expect(found?.ref).toBe(parcel.ref);
          const label = await shipping.label(access, found ?? parcel, order.platformOrderNo);
          const start = label.data.subarray(0, 4).toString('latin1');
          expect([label.format, label.format === 'pdf' ? start : '']).toEqual([
            label.format,
            label.format === 'pdf' ? '%PDF' : '',
          ]);
          expect(label.data.length).toBeGreaterThan(100);
        });

      if (has.listCarriers)
        it('knows the carriers that the platform takes', async () => {
          const carriers = await connector.listCarriers?.(access);
          expect(carriers?.length).toBeGreaterThan(0);
          expect(new Set(carriers?.map((one) => one.code)).size).toBe(carriers?.length);
        });

      if (has.listShippingOptions)
        it('knows how the shop delivers, and who may carry what the seller ships', async () => {
          const options = (await connector.listShippingOptions?.(access)) ?? [];
          expect(new Set(options.map((one) => one.code)).size).toBe(options.length);
          const own = options.filter((one) => one.shippedBy === 'seller');
          expect(own.length).toBeGreaterThan(0);
          for (const { name, carriers } of own) expect([name === '', carriers.length === 0]).toEqual([false, false]);
        });

      if (has.refuseCancel)
        it('goes on where the buyer asks to cancel and is refused', async () => {
          const order = await openOrder();
          await sandbox.control('orders/cancel', { shop: platform, orderId: order.platformOrderNo });
          const refuse = () => connector.refuseCancel?.(access, { platformOrderNo: order.platformOrderNo });
          expect(await refuse()).toBe('refused');
          expect(await refuse()).toBe('over');
          const after = await connector.getOrder(access, order.platformOrderNo);
          expect(after.ok && [after.order.status, after.order.cancelRequested]).toEqual(['toShip', undefined]);
        });

      if (has.setHold)
        it('is held and released, each as often as you like', async () => {
          const order = await openOrder();
          const hold = (held: boolean) => connector.setHold?.(access, { platformOrderNo: order.platformOrderNo, held });
          for (const held of [true, true]) expect(await hold(held)).toBe('held');
          const read = async () => {
            const record = await connector.getOrder(access, order.platformOrderNo);
            return record.ok ? [record.order.status, record.order.hold] : [];
          };
          // Our own hold says nothing new here.
          expect(await read()).toEqual(['toShip', undefined]);
          await expect(connector.confirmShipment(access, notice(order))).rejects.toMatchObject({ kind: 'rejected' });
          await sandbox.control('orders/hold', { shop: platform, orderId: order.platformOrderNo });
          for (const held of [false, false]) expect(await hold(held)).toBe('released');
          // What others placed stays.
          expect((await read())[1]).toBeTruthy();
          await sandbox.control('orders/hold', { shop: platform, orderId: order.platformOrderNo, held: false });
          expect((await connector.confirmShipment(access, notice(order))).outcome).toBe('confirmed');
          expect(await hold(true)).toBe('over');
        });

      if (has.cancelOrder)
        it('can be called off before', async () => {
          const order = await openOrder();
          if (has.cancels === 'asked')
            await sandbox.control('orders/cancel', { shop: platform, orderId: order.platformOrderNo });
          const call = () =>
            connector.cancelOrder?.(access, {
              platformOrderNo: order.platformOrderNo,
              reason: 'outOfStock',
              ...(order.marketplaceId ? { marketplaceId: order.marketplaceId } : {}),
              lines: notice(order).lines,
            });
          const first = await call();
          if (first?.outcome === 'requested') return;
          expect(first?.outcome).toBe('cancelled');
          expect((await call())?.outcome).toBe('alreadyCancelled');
          const after = await connector.getOrder(access, order.platformOrderNo);
          expect(after.ok && after.order.status).toBe('cancelled');
        });
    });

    if (has.listListings)
      describe('listings', () => {
        let found: PlatformListing[] | undefined;
        /** All of them, listed once. */
        const listings = async () => {
          if (found) return found;
          const pages = await everyPage((at) => connector.listListings?.(access, at));
          expect(pages.flatMap((page) => page.unreadable)).toEqual([]);
          found = pages.flatMap((page) => page.listings);
          return found;
        };
        const truthOf = async (sku: string) =>
          (
            (await sandbox.control(`listings?shop=${platform}&sku=${sku}`)) as {
              quantity: number;
              priceCents: number;
            }[]
          )[0];
        const pushed = async (outcome: { outcome: string; ticket?: string } | undefined) => {
          for (let i = 0; outcome?.outcome === 'pending' && i < 100; i++) {
            const result = await connector.pushResult?.(access, outcome.ticket ?? '');
            if (result) return result[0]?.outcome.outcome;
            await clock.sleep(100);
          }
          return outcome?.outcome;
        };

        it('come all, each once', async () => {
          const mine = await listings();
          const there = (await sandbox.control(`listings?shop=${platform}`)) as { sku: string }[];
          expect(mine.map((one) => one.sellerSku).sort()).toEqual(there.map((one) => one.sku).sort());
        });

        if (has.pushStock)
          it('take a quantity, and say which they do not take', async () => {
            const [one] = await listings();
            if (!one) throw new Error('no listing');
            const [outcome] = (await connector.pushStock?.(access, [{ ...one, quantity: 17 }])) ?? [];
            expect(await pushed(outcome)).toBe('accepted');
            expect((await truthOf(one.sellerSku))?.quantity).toBe(17);
            const strange = { itemId: '999', variantId: '998', sellerSku: 'NEVER-LISTED', quantity: 3 };
            const refs = one.refs ? { refs: Object.fromEntries(Object.keys(one.refs).map((key) => [key, '997'])) } : {};
            const [refused] = (await connector.pushStock?.(access, [{ ...strange, ...refs }])) ?? [];
            expect(await pushed(refused)).toBe('refused');
          });

        if (has.pushPrice)
          it('take a price', async () => {
            const [, one] = await listings();
            if (!one) throw new Error('no listing');
            const [outcome] =
              (await connector.pushPrice?.(access, [{ ...one, price: '12.34', currency: one.currency ?? 'USD' }])) ??
              [];
            expect(await pushed(outcome)).toBe('accepted');
            expect((await truthOf(one.sellerSku))?.priceCents).toBe(1234);
          });
      });

    if (has.listSettlements)
      it('settlements come as lines with a kind, each under the same reference whenever they are listed', async () => {
        const order = await prepared((one) => one.lines.length === 1);
        await connector.confirmShipment(access, notice(order));
        const list = async () => {
          const pages = await everyPage((at) => connector.listSettlements?.(access, { postedAfter: LONG_AGO, ...at }));
          expect(pages.flatMap((page) => page.unreadable)).toEqual([]);
          return pages.flatMap((page) => page.lines);
        };
        const lines = await list();
        expect(new Set(lines.map((line) => line.reference)).size).toBe(lines.length);
        const mine = lines.filter((line) => line.platformOrderNo === order.platformOrderNo);
        expect(mine.map((line) => line.kind)).toContain('sale');
        // A shop of the seller's own pays for the payment only.
        const fees = mine.filter((line) => ['commission', 'payment'].includes(line.kind));
        expect(fees.length).toBeGreaterThan(0);
        for (const fee of fees) expect(Number(fee.amount)).toBeLessThan(0);
        expect((await list()).map((line) => line.reference).sort()).toEqual(lines.map((line) => line.reference).sort());
      });

    if (has.listReturns)
      it('returns come with their lines and follow their state', async () => {
        const order = await prepared();
        await connector.confirmShipment(access, notice(order));
        const made = (await sandbox.control('returns', { shop: platform, orderId: order.platformOrderNo })) as {
          id: string;
        };
        const find = async () => {
          const pages = await everyPage((at) => connector.listReturns?.(access, { updatedAfter: LONG_AGO, ...at }));
          return pages.flatMap((page) => page.returns).find((one) => one.platformOrderNo === order.platformOrderNo);
        };
        expect(await find()).toMatchObject({ state: 'requested' });
        expect((await find())?.lines.length).toBeGreaterThan(0);
        await sandbox.control('returns/move', { shop: platform, returnId: made.id, state: 'refunded' });
        expect((await find())?.state).toBe('refunded');
      });

    /** A buyer wants an order of one line back; how the connector tells it. */
    async function wished() {
      const order = await prepared((one) => one.lines.length === 1);
      await connector.confirmShipment(access, notice(order));
      const about = { shop: platform, orderId: order.platformOrderNo };
      const made = (await sandbox.control('returns', about)) as { id: string };
      const find = async () => {
        const pages = await everyPage((at) => connector.listReturns?.(access, { updatedAfter: LONG_AGO, ...at }));
        return pages
          .flatMap((page) => page.returns)
          .find((one) => one.platformOrderNo === order.platformOrderNo && one.state !== 'rejected');
      };
      const answered = await find();
      return {
        order,
        id: made.id,
        find,
        told: answered,
        which: { returnNo: answered?.returnNo ?? '', platformOrderNo: about.orderId },
      };
    }

    if (has.answerReturn)
      it('returns are answered once, by the day that the platform names, if it does', async () => {
        const { find, which, told: answered } = await wished();
        if (CONFIRMS_ANSWER_BY.includes(platform))
          expect(Date.parse(answered?.answerBy ?? '')).toBeGreaterThan(Date.now() - 86_400_000);
        await connector.answerReturn?.(access, { ...which, approve: true, note: 'Fine' });
        // Said twice, and otherwise: the first answer stands.
        await connector.answerReturn?.(access, { ...which, approve: false });
        expect((await find())?.state).toBe('approved');
        const other = await wished();
        await connector.answerReturn?.(access, { ...other.which, approve: false, note: 'Worn' });
        expect(await other.find()).toBeUndefined();
      });

    if (has.refundReturn)
      it('returns are refunded; how much went back is told', async () => {
        const { order, id, which, told: answered } = await wished();
        await connector.answerReturn?.(access, { ...which, approve: true });
        const wholly = connector.refundsWhole === true;
        if (wholly) await sandbox.control('returns/move', { shop: platform, returnId: id, state: 'shipped' });
        const [line] = order.lines;
        if (!line) throw new Error('no line');
        const refund = (amount: string) => {
          const lines = [{ platformLineId: line.platformLineId, quantity: line.quantity, amount }];
          const money = { amount, currency: order.currency, shipping: '0.00', lines };
          return connector.refundReturn?.(access, { ...which, ...money, key: `key-${amount}` }) ?? Promise.resolve();
        };
        const supplied = async () => Number(await connector.returnRefunded?.(access, which));
        expect(await supplied()).toBe(0);
        const whole = answered?.refundAmount ?? line.unitPrice;
        const half = (Number(whole) / 2).toFixed(2);
        const [right, wrong] = wholly ? [whole, half] : [half, order.totalAmount];
        if (wholly) expect(await kindOfFailure(refund(wrong))).toBe('rejected');
        await refund(right);
        expect(await supplied()).toBe(Number(right));
        if (!wholly) expect(await kindOfFailure(refund(wrong))).toBe('rejected');
        expect(await supplied()).toBe(Number(right));
      });

    if (has.readPush)
      it('pushes are read when the platform signed them, and only then', async () => {
        const path = `/api/push/${platform}`;
        const receiver = await listening(
          (query) => connector.answerChallenge?.({ query, url: `${receiver.url}${path}` }) ?? null,
        );
        try {
          const url = `${receiver.url}${path}`;
          if (connector.subscribe) await connector.subscribe(access, url);
          // By hand, in the platform's console.
          else await sandbox.control('subscribe', { shop: platform, url });
          const { orderIds } = (await sandbox.control('orders', { shop: platform, count: 1 })) as {
            orderIds: string[];
          };
          let input = { ...(await receiver.next()), url };
          let push = await connector.readPush?.(input);
          // Some platforms try the address first, with a push about no order.
          while (push && !push.platformOrderNo) {
            input = { ...(await receiver.next()), url };
            push = await connector.readPush?.(input);
          }
          expect(push).toMatchObject({ account: access.account, platformOrderNo: orderIds[0] });
          expect(push?.deliveryId).toBeTruthy();
          const forged = Buffer.from(
            input.body.toString('utf8').replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
          );
          expect(await connector.readPush?.({ ...input, body: forged })).toBeNull();
          const unsigned = await connector.readPush?.({ headers: {}, query: {}, url, body: input.body });
          expect(unsigned).toBeNull();
        } finally {
          await receiver.close();
        }
      });

    it('a permission taken back is seen as that', async () => {
      await sandbox.control('revoke', { shop: platform });
      await new Promise((done) => setTimeout(done, 5));
      expect(await kindOfFailure(connector.listOrders(access, { updatedAfter: LONG_AGO }))).toBe('unauthorized');
      const renewed = await connector.refresh(access).then(
        (tokens) => kindOfFailure(connector.listOrders({ ...access, tokens }, { updatedAfter: LONG_AGO })),
        (error: { kind: string }) => error.kind,
      );
      expect(renewed).toBe('unauthorized');
    });
  });
}

/** Nothing can be asked of a shop of the seller's own: the stand-in is its software, and what is tried is its calls. */
for (const definition of MARKETPLACES.filter((one) => !requested.includes(one))) {
  const { platform } = definition;

  describe(platform, () => {
    const connector = connectorOf(definition, 'http://127.0.0.1:9');
    const { ownShop } = connector;
    if (!ownShop || !connector.connect) throw new Error(`${platform} can be asked nothing and calls nobody`);
    const keys = { ...definition.sandbox.keys };

    /** Connects the stand-in with fresh keys and hands out what it then says. */
    async function connected() {
      const got = await connector.connect?.({ keys });
      if (!got?.issued) throw new Error('no keys were given');
      const receiver = await listening();
      const calls = [];
      const connecting = fetch(`${sandbox.url}/${platform}/connect`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: receiver.url, ...got.issued }),
      });
      const ids = (await sandbox.control(`order-ids?shop=${platform}`)) as string[];
      for (let answered = 0; answered < ids.length; ) {
        const call = { method: 'POST', target: `/api/push/${platform}`, ...(await receiver.next()) };
        calls.push(call);
        answered += ownShop?.readOrders(call.body, 'USD').length ?? 0;
      }
      await connecting;
      await receiver.close();
      return { ...got, calls, ids };
    }

    it('gets keys of its own, and new ones when it is connected anew', async () => {
      const first = await connector.connect?.({ keys });
      const other = await connector.connect?.({ keys });
      const again = await connector.connect?.({ keys, account: first?.account ?? '' });
      expect(other?.account).not.toBe(first?.account);
      expect(again?.account).toBe(first?.account);
      expect(again?.issued?.secret).not.toBe(first?.issued?.secret);
      expect(await kindOfFailure(connector.connect?.({ keys: { currency: 'euros' } }) ?? Promise.resolve())).toBe(
        'rejected',
      );
    });

    it('brings its orders in calls that are signed, and only such', async () => {
      await sandbox.control('reset', { orders: 130 });
      const { account, tokens, calls, ids } = await connected();
      expect(calls.length).toBeGreaterThan(1);
      const records = calls.flatMap((call) => ownShop.readOrders(call.body, 'USD').map((one) => one.record));
      expect(records.filter((record) => !record.ok)).toEqual([]);
      expect(numbers(records)).toEqual(ids.sort());
      for (const order of read(records)) {
        expect(order.currency).toBe('EUR');
        const parts = sum([order.goodsAmount, order.shippingAmount, order.taxAmount, `-${order.discountAmount}`]);
        expect(Number(order.totalAmount)).toBe(Number(parts));
      }
      const [call] = calls;
      if (!call) throw new Error('no call');
      expect(ownShop.accountOf(call)).toBe(account);
      expect(ownShop.isSigned(call, tokens)).toBe(true);
      const forged = Buffer.from(call.body.toString('utf8').replace(/\d/, (digit) => String((Number(digit) + 1) % 10)));
      expect(ownShop.isSigned({ ...call, body: forged }, tokens)).toBe(false);
      expect(ownShop.isSigned({ ...call, target: `${call.target}/stock` }, tokens)).toBe(false);
      expect(ownShop.isSigned({ ...call, headers: {} }, tokens)).toBe(false);
      const other = await connector.connect?.({ keys });
      expect(ownShop.isSigned(call, other?.tokens ?? tokens)).toBe(false);
    });

    it('has the one order that cannot be read set aside, with the field, and shrugs at a new one', async () => {
      const bad: [object, string][] = [
        [{ malformed: 1 }, 'lines.0.quantity'],
        [{ unknownStatus: 1 }, 'status'],
      ];
      for (const [fault, field] of bad) {
        await sandbox.control('reset', { orders: 130 });
        await sandbox.control('faults', { platform, newField: true, ...fault });
        const orders = (await connected()).calls.flatMap((call) => ownShop.readOrders(call.body, 'USD'));
        const refused = orders.filter((one) => !one.record.ok);
        expect(refused).toHaveLength(1);
        expect(refused[0]?.problems.map((one) => one.field)).toContain(field);
        await sandbox.control('faults', { clear: true });
      }
    });

    it('is told nothing by us and asked nothing', async () => {
      const { tokens, account } = (await connector.connect?.({ keys })) ?? { tokens: { accessToken: '' }, account: '' };
      const access = { tokens, account };
      expect((await connector.listOrders(access, { updatedAfter: LONG_AGO })).records).toEqual([]);
      expect(await kindOfFailure(connector.getOrder(access, '1'))).toBe('rejected');
      expect(await connector.refresh(access)).toEqual(tokens);
    });
  });
}

describe('the documentation', () => {
  it('tells for each platform what its connector can do', () => {
    const page = readFileSync(fileURLToPath(new URL('../../../docs/connectors.md', import.meta.url)), 'utf8');
    expect(page).toContain(capabilityTable(MARKETPLACES));
    expect(page).toContain(credentialTable(MARKETPLACES));
  });
});
