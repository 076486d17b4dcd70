import { isoSeconds } from '../world/clock.ts';
import type { SandboxListing } from '../world/listings.ts';
import { type Call, type Operation, ok } from './api.ts';
import { bad, notFound } from './errors.ts';
import { offsetPage } from './params.ts';
import { money } from './views.ts';

const MOST = 1_000_000;

/** A file as it was sent: its lines that were wrong come back in the report. */
interface Import {
  id: string;
  head: string[];
  errors: { line: number; reason: string; row: string[] }[];
  lines: number;
  startedAt: number;
}

const fieldsOf = (line: string): string[] =>
  line.split(';').map((field) =>
    field
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"'),
  );
const csvOf = (row: readonly string[]) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(';');

function offerView(call: Call, one: SandboxListing) {
  const { shop, now } = call;
  return {
    offer_id: Number(one.itemId),
    shop_sku: one.sku,
    product_sku: `MP-${one.n}`,
    product_title: one.title,
    active: true,
    inactivity_reasons: [],
    quantity: shop.listings.quantityOf(one, now),
    price: money(one.priceCents),
    total_price: money(one.priceCents),
    currency_iso_code: shop.currency,
    state_code: '11',
    leadtime_to_ship: 1,
    discount: null,
    all_prices: [
      { channel_code: null, price: money(one.priceCents), unit_origin_price: money(one.priceCents), volume_prices: [] },
    ],
    warehouses: [],
  };
}

/** The lines of a file, each taken or refused by itself. */
function runImport(
  { file, now }: Call,
  id: string,
  columns: readonly string[],
  take: (row: Record<string, string>) => string | undefined,
): Import {
  const [first = '', ...lines] = (file ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  const head = fieldsOf(first);
  if (columns.slice(0, 2).some((name) => !head.includes(name)))
    throw bad(`The file must have the columns ${columns.join(', ')}`);
  const errors = lines.flatMap((line, index) => {
    const row = fieldsOf(line);
    const reason = take(Object.fromEntries(head.map((name, column) => [name, row[column] ?? ''])));
    return reason ? [{ line: index + 2, reason, row }] : [];
  });
  return { id, head, errors, lines: lines.length, startedAt: now };
}

/** Source: OF21, STO01 to STO03, PRI01 to PRI03. */
export function offerOperations(): Operation[] {
  const imports = new Map<string, Import>();
  let last = 5500;

  const statusView = ({ ctx, now }: Call, { id, errors, lines, startedAt }: Import) => {
    const done = now >= startedAt + ctx.world.settings.feedStepMs;
    return {
      import_id: id,
      date_created: isoSeconds(startedAt),
      status: done ? 'COMPLETE' : 'RUNNING',
      has_error_report: done && errors.length > 0,
      ...(done ? { lines_in_error: errors.length, lines_in_success: lines - errors.length } : {}),
    };
  };
  function importIn(id: string | null | undefined): Import {
    const found = imports.get(id ?? '');
    if (!found) throw notFound('Import');
    return found;
  }
  function start(call: Call, columns: readonly string[], take: (row: Record<string, string>) => string | undefined) {
    if (call.file === undefined) throw bad("Required request part 'file' is not present");
    const made = runImport(call, String(++last), columns, take);
    imports.set(made.id, made);
    call.ctx.world.changes++;
    return ok({ import_id: made.id }, 201);
  }
  const report = (name: string, path: string): Operation => ({
    method: 'GET',
    path,
    name,
    handle: ({ ids }) => {
      const { head, errors } = importIn(ids[0]);
      const rows = errors.map(({ line, reason, row }) => [String(line), reason, ...row]);
      return ok(`${[['line', 'error', ...head], ...rows].map(csvOf).join('\n')}\n`);
    },
  });

  const stock = (call: Call) =>
    start(call, ['offer-sku', 'quantity', 'warehouse-code', 'update-delete'], (row) => {
      const listing = call.shop.listings.bySku(row['offer-sku'] ?? '');
      if (!listing) return `The offer "${row['offer-sku']}" does not exist`;
      if (row['warehouse-code']) return `The warehouse "${row['warehouse-code']}" does not exist`;
      const quantity = /^\d+$/.test(row.quantity ?? '') ? Number(row.quantity) : Number.NaN;
      if (Number.isNaN(quantity) || quantity > MOST) return 'The quantity is not valid';
      call.shop.listings.setQuantity(listing, quantity, call.ctx.world.clock.now());
      return undefined;
    });
  const prices = (call: Call) =>
    start(call, ['offer-sku', 'price', 'discount-price'], (row) => {
      const listing = call.shop.listings.bySku(row['offer-sku'] ?? '');
      if (!listing) return `The offer "${row['offer-sku']}" does not exist`;
      if (!/^\d+(\.\d{1,2})?$/.test(row.price ?? '') || Number(row.price) <= 0) return 'The price is not valid';
      call.shop.listings.setPrice(listing, Math.round(Number(row.price) * 100), call.ctx.world.clock.now());
      return undefined;
    });

  return [
    {
      method: 'GET',
      path: '/api/offers',
      name: 'OF21',
      query: ['max', 'offset', 'sort', 'order', 'sku', 'offer_state_codes'],
      handle: (call) => {
        const sorted = [...call.shop.listings.all].sort((a, b) => a.title.localeCompare(b.title) || a.n - b.n);
        const page = offsetPage(call, sorted);
        return ok({ total_count: page.total, offers: page.rows.map((one) => offerView(call, one)) });
      },
    },
    { method: 'POST', path: '/api/offers/stock/imports', name: 'STO01', handle: stock },
    {
      method: 'GET',
      path: '/api/offers/stock/imports/{import_id}/status',
      name: 'STO02',
      handle: (call) => ok(statusView(call, importIn(call.ids[0]))),
    },
    report('STO03', '/api/offers/stock/imports/{import_id}/error_report'),
    { method: 'POST', path: '/api/offers/pricing/imports', name: 'PRI01', handle: prices },
    {
      method: 'GET',
      path: '/api/offers/pricing/imports',
      name: 'PRI02',
      query: ['import_id', 'status', 'limit', 'page_token'],
      handle: (call) =>
        ok({ data: [{ ...statusView(call, importIn(call.query.get('import_id'))), reason_status: '' }] }),
    },
    report('PRI03', '/api/offers/pricing/imports/{import_id}/error_report'),
  ];
}
