import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RequestLog } from '../http/log.ts';
import { isRecord } from '../http/types.ts';
import type { SavedStore, ShopifyStore } from '../shopify/store.ts';
import type { SavedDesk, UpsDesk } from '../ups/shipments.ts';
import type { SavedWorld, World } from '../world/world.ts';

interface Saved {
  version: number;
  world: SavedWorld;
  ups: SavedDesk;
  shopify: SavedStore;
}

const VERSION = 1;
const EVERY_MS = 3000;
/** Larger worlds belong to measurements and are not kept. */
const MOST_ORDERS = 20_000;

/** Keeps the outside world in a file, so that a demo finds its orders, labels and subscriptions again. */
export function keepState(
  file: string | undefined,
  parts: { world: World; ups: UpsDesk; store: ShopifyStore },
  log: RequestLog,
): { stop(): void } {
  if (!file) return { stop: () => undefined };
  const saved = read(file);
  if (saved) {
    parts.world.load(saved.world);
    parts.ups.load(saved.ups);
    parts.store.load(saved.shopify);
  }
  let seen = '';
  const save = () => {
    const orders = [...parts.world.shops.values()].reduce((sum, shop) => sum + shop.byId.size, 0);
    const mark = `${log.total}/${orders}/${parts.world.changes}`;
    if (mark === seen || orders > MOST_ORDERS) return;
    seen = mark;
    const state: Saved = {
      version: VERSION,
      world: parts.world.save(),
      ups: parts.ups.save(),
      shopify: parts.store.save(),
    };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  };
  const timer = setInterval(save, EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      save();
    },
  };
}

/** A file of another version, or one that was cut off, is passed over: the world starts afresh. */
function read(file: string): Saved | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(parsed) && parsed.version === VERSION ? (parsed as unknown as Saved) : undefined;
  } catch {
    return undefined;
  }
}
