import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RequestLog } from '../http/log.ts';
import { isRecord } from '../http/types.ts';
import type { PlatformSide } from '../kit/platform.ts';
import type { SavedDesk, UpsDesk } from '../ups/shipments.ts';
import type { SavedWorld, World } from '../world/world.ts';

interface Saved {
  version: number;
  world: SavedWorld;
  ups: SavedDesk;
  sides: Record<string, unknown>;
}

const VERSION = 2;
const EVERY_MS = 3000;
/** Larger worlds belong to measurements and are not kept. */
const MOST_ORDERS = 20_000;

/** Keeps the outside world in a file, so that a demo finds its orders, labels and subscriptions again. */
export function keepState(
  file: string | undefined,
  parts: { world: World; ups: UpsDesk; sides: Record<string, PlatformSide> },
  log: RequestLog,
): { stop(): void } {
  if (!file) return { stop: () => undefined };
  const saved = read(file);
  if (saved) {
    parts.world.load(saved.world);
    parts.ups.load(saved.ups);
    for (const [name, side] of Object.entries(parts.sides))
      if (saved.sides[name] !== undefined) side.load?.(saved.sides[name]);
  }
  let observed = '';
  const save = () => {
    const orders = [...parts.world.shops.values()].reduce((sum, shop) => sum + shop.byId.size, 0);
    const mark = `${log.total}/${orders}/${parts.world.changes}`;
    if (mark === observed || orders > MOST_ORDERS) return;
    observed = mark;
    const state: Saved = {
      version: VERSION,
      world: parts.world.save(),
      ups: parts.ups.save(),
      sides: Object.fromEntries(Object.entries(parts.sides).map(([name, side]) => [name, side.save?.()])),
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
