import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseCsv } from './csv.ts';
import { createRandom, hashText, type Random } from './random.ts';

export interface CatalogItem {
  sku: string;
  title: string;
  asin: string;
  priceUsd: string;
  priceCents: number;
  weightGrams: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
}

/** What one order holds before it is given to a buyer: 1 to 5 lines of small quantities. */
export type Basket = { item: CatalogItem; quantity: number }[];

export interface Catalog {
  source: 'file' | 'generated';
  items: CatalogItem[];
  bySku: Map<string, CatalogItem>;
  baskets: Basket[];
}

const GOODS = /^\d{5}[A-Za-z]{0,2}$/;
const USD_PER_GBP = 1.27;
const WORDS_A = ['Vintage', 'Ceramic', 'Wooden', 'Enamel', 'Glass', 'Woven', 'Retro', 'Pastel', 'Copper', 'Linen'];
const WORDS_B = [
  'Heart',
  'Star',
  'Polka Dot',
  'Rose',
  'Strawberry',
  'Bird',
  'Union',
  'Paisley',
  'Spaceboy',
  'Woodland',
];
const WORDS_C = [
  ...['Mug', 'Storage Jar', 'Lunch Box', 'Cake Tin', 'Tea Towel', 'Candle Holder', 'Photo Frame', 'Doormat', 'Lantern'],
  ...['Cushion Cover', 'Apron', 'Teapot', 'Egg Cup', 'Alarm Clock', 'Bird House', 'Tray', 'Coaster Set', 'Notebook'],
];

/** `../shared/data/online-retail/orders.csv` beside the project, if there; production has none. */
export function defaultDataFile(): string | undefined {
  const beside = fileURLToPath(new URL('../../../../../shared/data/online-retail/orders.csv', import.meta.url));
  return existsSync(beside) ? beside : undefined;
}

const built = new Map<string, Catalog>();

/** A catalogue is never changed, so the same file and seed give the same object. */
export function loadCatalog(dataFile: string | undefined, seed: number): Catalog {
  const path = dataFile ?? process.env.SANDBOX_DATA ?? defaultDataFile();
  const file = path && existsSync(path) ? path : undefined;
  const key = `${seed}/${file ?? ''}`;
  const known = built.get(key);
  if (known) return known;
  const rows = file ? parseCsv(readFileSync(file, 'utf8')).slice(1) : generatedRows(seed);
  const catalog = buildCatalog(rows, file ? 'file' : 'generated', seed);
  if (built.size > 4) built.clear();
  built.set(key, catalog);
  return catalog;
}

/** Rows of the shape InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country. */
function buildCatalog(rows: string[][], source: Catalog['source'], seed: number): Catalog {
  const visited = new Map<string, { titles: Map<string, number>; prices: number[] }>();
  const invoices = new Map<string, { sku: string; quantity: number }[]>();
  for (const [invoice, code, title, quantityText, , priceText] of rows) {
    if (!invoice || !code || !GOODS.test(code) || invoice.startsWith('C')) continue;
    const sku = code.toUpperCase();
    const quantity = Number(quantityText);
    const price = Number(priceText);
    if (!(quantity > 0)) continue;
    const known = visited.get(sku) ?? { titles: new Map<string, number>(), prices: [] };
    if (title?.trim()) known.titles.set(title.trim(), (known.titles.get(title.trim()) ?? 0) + 1);
    if (price > 0) known.prices.push(price);
    visited.set(sku, known);
    const lines = invoices.get(invoice) ?? [];
    lines.push({ sku, quantity });
    invoices.set(invoice, lines);
  }
  const items = [...visited].map(([sku, known]) => toItem(sku, commonest(known.titles) ?? `Item ${sku}`, known.prices));
  const bySku = new Map(items.map((item) => [item.sku, item]));
  return { source, items, bySku, baskets: toBaskets(invoices, bySku, createRandom(hashText(`baskets${seed}`))) };
}

function commonest(counts: Map<string, number>): string | undefined {
  let best: string | undefined;
  for (const [text, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = text;
  return best;
}

function toItem(sku: string, rawTitle: string, prices: number[]): CatalogItem {
  const sorted = prices.toSorted((a, b) => a - b);
  const gbp = sorted[Math.floor(sorted.length / 2)] ?? 2.5;
  const priceCents = Math.max(99, Math.round(gbp * USD_PER_GBP * 100));
  const own = createRandom(hashText(sku));
  const weightGrams = own.int(4, 60) * 25 + (priceCents > 1000 ? 500 : 0);
  const title = rawTitle
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(^|[\s/(-])([a-z])/g, (_, lead, c) => `${lead}${c.toUpperCase()}`);
  return {
    sku,
    title,
    asin: `B0${hashText(`asin${sku}`).toString(36).toUpperCase().padStart(8, 'X').slice(-8)}`,
    priceUsd: (priceCents / 100).toFixed(2),
    priceCents,
    weightGrams,
    lengthCm: own.int(8, 40),
    widthCm: own.int(6, 30),
    heightCm: own.int(2, 20),
  };
}

/** Wholesale invoices become many small retail baskets: 1 to 5 lines, 1 to 4 pieces each. */
function toBaskets(
  invoices: Map<string, { sku: string; quantity: number }[]>,
  bySku: Map<string, CatalogItem>,
  random: Random,
): Basket[] {
  const baskets: Basket[] = [];
  for (const lines of invoices.values()) {
    const left = [...new Map(lines.map((line) => [line.sku, line])).values()];
    while (left.length > 0) {
      const part = left.splice(0, random.pick([1, 1, 1, 2, 2, 3, 4, 5]));
      baskets.push(
        part.map((line) => ({
          item: bySku.get(line.sku)!,
          quantity: Math.min(line.quantity, random.pick([1, 1, 1, 2, 3, 4])),
        })),
      );
    }
  }
  for (let i = baskets.length - 1; i > 0; i--) {
    const j = random.int(0, i);
    [baskets[i], baskets[j]] = [baskets[j]!, baskets[i]!];
  }
  return baskets;
}

function generatedRows(seed: number): string[][] {
  const random = createRandom(hashText(`catalog${seed}`));
  const goods: { code: string; title: string; price: string }[] = [];
  let number = 20500;
  for (const a of WORDS_A) {
    for (const b of WORDS_B) {
      for (const c of WORDS_C) {
        number += random.int(1, 3);
        goods.push({ code: String(number), title: `${a} ${b} ${c}`, price: (random.int(42, 1295) / 100).toFixed(2) });
      }
    }
  }
  const countries = ['United Kingdom', 'Germany', 'France', 'Spain', 'Portugal'];
  return Array.from({ length: 9000 }, (_, i) => {
    const item = i < goods.length ? goods[i]! : random.pick(goods);
    const invoice = String(536365 + Math.floor(i / 12));
    return [
      invoice,
      item.code,
      item.title,
      String(random.int(1, 48)),
      '12/1/2010 8:26',
      item.price,
      '12345',
      random.pick(countries),
    ];
  });
}
