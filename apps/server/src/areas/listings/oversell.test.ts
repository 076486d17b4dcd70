import * as calls from '@tradewind/contract/listings.ts';
import { afterEach, expect, it } from 'vitest';
import { openWorkshop, type Workshop } from './testing/workshop.ts';

const PLATFORMS = ['shopee', 'ebay'];
const LAG_SECONDS = 2;
const STOCK = 150;
const BUYER_EVERY_MS = 60;

let w: Workshop | undefined;
afterEach(async () => {
  await w?.close();
  w = undefined;
});

/** Whatever the shops show is bought, as fast as buyers come, until nothing is shown any more. */
async function sellOut(autoBuffer: boolean): Promise<{ sold: number; onHand: number; lag: (number | null)[] }> {
  w = await openWorkshop(PLATFORMS);
  const { world } = w.outside.sandbox;
  await w.stock(STOCK);
  for (const platform of PLATFORMS) world.shop(platform).listings.lagMs = LAG_SECONDS * 1000;
  for (const shopId of w.shops) {
    const input = { shopId, version: 0, enabled: true, mode: 'all' as const, autoBuffer };
    await w.server.ok(calls.saveStockRule, input, w.main);
    await w.notify(shopId);
  }
  // The shops' pages are looked at until they show what was told: so the lag is known.
  for (let looks = 0; PLATFORMS.some((platform) => w?.shown(platform) !== STOCK) && looks < 200; looks++)
    for (const shopId of w.shops) await w.sync(shopId, 'listings');
  for (const shopId of w.shops) await w.sync(shopId, 'listings');

  let sold = 0;
  let buyer = 0;
  const buying = setInterval(() => {
    if (world.buy(PLATFORMS[buyer++ % PLATFORMS.length] ?? '', w?.sku ?? '', 1)) sold++;
  }, BUYER_EVERY_MS);
  const before = () => sold;
  try {
    for (let quiet = 0; quiet < 3; ) {
      const had = before();
      for (const shopId of w.shops) await w.sync(shopId, 'orders');
      await w.changes();
      const shows = PLATFORMS.some(
        (platform) => (w?.shown(platform) ?? 0) > 0 || world.shop(platform).listings.bySku(w?.sku ?? '')?.coming.length,
      );
      quiet = shows || sold > had ? 0 : quiet + 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    clearInterval(buying);
  }
  const rules = await w.server.ok(calls.listStockRules, {}, w.main);
  return { sold, onHand: STOCK, lag: rules.filter((rule) => rule.enabled).map((rule) => rule.lagSeconds) };
}

it('is sold that is not there, where pages lag behind and nothing is held back', async () => {
  const { sold, onHand } = await sellOut(false);
  expect(sold).toBeGreaterThan(onHand);
});

it('is never sold more than there is, with a buffer that sizes itself by sales and lag', async () => {
  const { sold, onHand, lag } = await sellOut(true);
  expect(lag.every((seconds) => seconds !== null && seconds >= LAG_SECONDS)).toBe(true);
  expect(sold).toBeLessThanOrEqual(onHand);
  expect(sold).toBeGreaterThan(onHand / 4);
});
