import { advice } from './advice.ts';
import { boot } from './boot.ts';
import { close } from './close.ts';
import { company } from './company.ts';
import { desk } from './desk.ts';
import { exportsBeside } from './exports.ts';
import { measureFloor } from './floor.ts';
import { intake } from './intake.ts';
import { labels } from './labels.ts';
import type { Figures } from './lib.ts';
import { listingProducts } from './listing-products.ts';
import { listings } from './listings.ts';
import { messages } from './messages.ts';
import { nodes } from './nodes.ts';
import { ordersList } from './orders-list.ts';
import { pickPath } from './pick-path.ts';
import { products } from './products.ts';
import { profit } from './profit.ts';
import { rates } from './rates.ts';
import { reports } from './reports.ts';
import { reserve } from './reserve.ts';
import { settlement } from './settlement.ts';
import { ship } from './ship.ts';
import { suggestions } from './suggestions.ts';
import { syncAll } from './sync-all.ts';
import { tenants } from './tenants.ts';
import { upgrade } from './upgrade.ts';
import { warehouse } from './warehouse.ts';
import { warehouseLists } from './warehouse-lists.ts';

/** Measurements by name. Each sets up its own data in its own database, prints a table and, last, one line of JSON with the machine's floor. */
const measurements: Record<string, (args: string[]) => Promise<Figures>> = {
  advice,
  boot,
  close,
  company,
  desk,
  exports: exportsBeside,
  intake,
  labels,
  'listing-products': listingProducts,
  listings,
  messages,
  nodes,
  'orders-list': ordersList,
  'pick-path': pickPath,
  products,
  profit,
  rates,
  reports,
  reserve,
  settlement,
  ship,
  suggestions,
  'sync-all': syncAll,
  tenants,
  upgrade,
  warehouse,
  'warehouse-lists': warehouseLists,
};

const [name = '', ...args] = process.argv.slice(2);
const measure = measurements[name];
if (!measure) {
  process.stderr.write(`npm run bench -- NAME, where NAME is one of ${Object.keys(measurements).join(', ')}\n`);
  process.exit(2);
}
const floor = await measureFloor();
const figures = await measure(args);
for (const [key, value] of Object.entries(figures)) process.stdout.write(`${key.padEnd(28)} ${value}\n`);
for (const [key, value] of Object.entries(floor)) process.stdout.write(`floor: ${key.padEnd(21)} ${value}\n`);
process.stdout.write(`${JSON.stringify({ name, ...figures, floor })}\n`);
process.exit(0);
