import type { InboundDesk } from '../amazon/inbound/desk.ts';
import type { AmazonTokens } from '../amazon/tokens.ts';
import type { Context } from '../http/app.ts';
import type { PlatformSide } from '../kit/platform.ts';
import type { ShopifySide } from '../shopify/index.ts';
import type { UpsDesk } from '../ups/shipments.ts';
import type { SandboxOrder } from '../world/orders.ts';

export interface Platforms {
  amazon: { tokens: AmazonTokens; inbound: InboundDesk };
  shopify: ShopifySide;
  ups: UpsDesk;
  /** Every marketplace by name, those two too. */
  sides: Readonly<Record<string, PlatformSide>>;
}

export function summary(ctx: Context, platforms: Platforms) {
  const { world } = ctx;
  const parcels: Record<string, number> = {};
  let voided = 0;
  for (const parcel of platforms.ups.parcels.values()) {
    if (parcel.voided) voided++;
    else parcels[parcel.stage] = (parcels[parcel.stage] ?? 0) + 1;
  }
  return {
    now: new Date(world.clock.now()).toISOString(),
    seed: world.seed,
    catalog: { source: world.catalog.source, skus: world.catalog.items.length },
    settings: world.settings,
    faults: ctx.faults.all(),
    shops: [...world.shops.values()].map((shop) => ({
      id: shop.id,
      platform: shop.platform,
      name: shop.name,
      currency: shop.currency,
      orders: shop.byId.size,
      counts: shop.counts,
    })),
    ups: { parcels: platforms.ups.parcels.size, byStage: parcels, voided },
    webhooks: {
      subscriptions: [...platforms.shopify.store.subscriptions.values()],
      sent: platforms.shopify.webhooks.deliveries.length,
    },
  };
}

/**
 * What the outside world was told, for proofs of "exactly once": every order that heard something (or the one asked
 * for), with each confirmation; every label by its reference, with its void state.
 */
export function stateView(ctx: Context, platforms: Platforms, requested: Record<string, string>) {
  const limit = Number(requested.limit ?? 1000);
  const orders: ReturnType<typeof viewOrder>[] = [];
  for (const shop of ctx.world.shops.values()) {
    if (requested.shop && shop.id !== requested.shop && shop.platform !== requested.shop) continue;
    if (requested.orderId) {
      const order = shop.byId.get(requested.orderId);
      if (order) orders.push(viewOrder(order));
      continue;
    }
    for (const order of shop.byUpdate.before({ t: Number.MAX_SAFE_INTEGER, n: 0 })) {
      if (orders.length >= limit) break;
      if (order.told.length > 0 || order.cancelRequested || order.status === 'cancelled' || requested.all === '1')
        orders.push(viewOrder(order));
    }
  }
  const all = summary(ctx, platforms);
  return { ...all, orders, ups: { ...all.ups, ...viewUps(platforms, requested.reference) } };
}

function viewOrder(order: SandboxOrder) {
  const shipments = order.told.filter((one) => one.kind === 'shipment');
  return {
    shop: order.shop,
    orderId: order.id,
    name: order.name,
    status: order.status,
    cancelRequested: order.cancelRequested,
    confirmations: shipments.length,
    confirmed: shipments.map((one) => ({
      at: one.at,
      ref: one.ref,
      carrier: one.carrier,
      tracking: one.tracking,
      lines: one.lines,
      via: one.via,
    })),
    edits: order.told.filter((one) => one.kind === 'shipmentEdit' || one.kind === 'tracking').length,
    cancels: order.told.filter((one) => one.kind === 'cancel').length,
    told: order.told,
    lines: order.lines.map((line) => ({ id: line.id, sku: line.sku, quantity: line.quantity, shipped: line.shipped })),
  };
}

function viewUps(platforms: Platforms, reference: string | undefined) {
  const { ups } = platforms;
  const references = reference ? [reference] : [...ups.byReference.keys()].slice(-1000);
  const byReference = Object.fromEntries(
    references.map((value) => {
      const parcels = ups.byReference.get(value) ?? [];
      return [
        value,
        {
          bought: parcels.length,
          standing: parcels.filter((parcel) => !parcel.voided).length,
          parcels: parcels.map((parcel) => ({
            trackingNumber: parcel.tracking,
            shipmentId: parcel.shipmentId,
            service: parcel.service,
            voided: parcel.voided,
            stage: parcel.stage,
            boughtAt: new Date(parcel.createdAt).toISOString(),
          })),
        },
      ];
    }),
  );
  const shipments = [...ups.shipments.values()].slice(-1000).map((shipment) => ({
    shipmentId: shipment.id,
    voided: shipment.voided,
    packages: shipment.parcels.map((parcel) => parcel.tracking),
    references: [...new Set(shipment.parcels.flatMap((parcel) => parcel.references.map((one) => one.value)))],
    negotiatedUsd: (shipment.totalCents / 100).toFixed(2),
  }));
  return { bought: ups.shipments.size, byReference, shipments };
}
