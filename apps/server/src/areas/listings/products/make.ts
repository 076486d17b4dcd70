import type { LEFT_OUT } from '@tradewind/contract/listings.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { Fail } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { addProducts, type NewProduct } from '../../catalog/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import type { Candidate } from './candidates.ts';
import { askForPictures } from './pictures.ts';

/** What a person typed in place of what the platform says. */
export interface Typed {
  sku?: string | undefined;
  nameZh?: string | undefined;
  nameEn?: string | undefined;
  declaredValueUsd?: string | undefined;
}
export type LeftOut = (typeof LEFT_OUT)[number];
export interface Made {
  made: number;
  paired: number;
  left: { candidate: Candidate; reason: LeftOut }[];
}
interface How {
  typed(candidate: Candidate): Typed | undefined;
  withoutSku: 'suggest' | 'skip';
  runId?: number;
}

const NAME_LENGTH = 200;
const HAN = /\p{Script=Han}/u;

/** The title as the name in its own language; the other one stays empty, and pages fall back. */
export function namesOf(title: string): { nameZh: string; nameEn: string } {
  const name = [...title.trim()].slice(0, NAME_LENGTH).join('');
  return HAN.test(name) ? { nameZh: name, nameEn: '' } : { nameZh: '', nameEn: name };
}

/** Why the candidate becomes no product; undefined: it does. */
function leftOut(candidate: Candidate, typed: Typed | undefined, withoutSku: How['withoutSku']): LeftOut | undefined {
  if (!typed?.sku && candidate.fate === 'differs') return 'differs';
  if (!typed?.sku && (candidate.sku === '' || (candidate.fate === 'noSku' && withoutSku === 'skip'))) return 'noSku';
  if (!(typed?.nameZh || typed?.nameEn || candidate.title.trim() !== '')) return 'nameless';
  return undefined;
}

/** Makes products of candidates and maps them. What is a product already is only mapped, so a second run does nothing. */
export async function makeProducts(tx: Tx, ctx: Ctx, candidates: readonly Candidate[], how: How): Promise<Made> {
  const left: Made['left'] = [];
  const taken: { candidate: Candidate; typed: Typed | undefined; sku: string }[] = [];
  for (const candidate of candidates) {
    if (candidate.fate === 'mapped') continue;
    const typed = how.typed(candidate);
    const reason = leftOut(candidate, typed, how.withoutSku);
    if (reason) left.push({ candidate, reason });
    else taken.push({ candidate, typed, sku: typed?.sku ?? candidate.sku });
  }
  if (taken.length === 0) return { made: 0, paired: 0, left };
  const first = new Map([...taken].reverse().map((one) => [one.sku, one]));
  const rates = await dollars(
    tx,
    [...first.values()].map((one) => one.candidate),
  );
  const products = [...first.values()].map(({ candidate, typed, sku }) => productOf(candidate, typed, sku, rates));
  const mapped = taken.filter(({ candidate }) => candidate.sellerSku !== '');
  const created = await addProducts(
    tx,
    ctx,
    products,
    mapped.map(({ candidate: { shopId, sellerSku }, sku }) => ({ shopId, sellerSku, sku })),
  );
  await askForPictures(
    tx,
    [...created].flatMap(([sku, productId]) => {
      const { imageUrl: url, platform } = first.get(sku)?.candidate ?? {};
      return url && platform ? [{ productId, platform, url }] : [];
    }),
    how.runId,
  );
  const paired = mapped.filter(({ candidate, sku }) => !created.has(sku) || first.get(sku)?.candidate !== candidate);
  return { made: created.size, paired: paired.length, left };
}

/** How many dollars one unit of each currency is today; currencies without a rate are absent. */
export async function dollars(
  tx: Tx,
  priced: readonly { currency: string | null }[],
): Promise<ReadonlyMap<string, Decimal>> {
  const rates = new Map([['USD', new Decimal(1)]]);
  const foreign = new Set(
    priced.flatMap(({ currency }) => (currency === null || currency === 'USD' ? [] : [currency])),
  );
  if (foreign.size === 0) return rates;
  const { day = '' } =
    (await tx.row<{ day: string }>(sql`select to_char(${dayOf(sql`${tx.now}`)}, 'YYYY-MM-DD') as day`)) ?? {};
  for (const currency of foreign) {
    try {
      const found = await ratesOn(tx, [
        { currency, day },
        { currency: 'USD', day },
      ]);
      const [one, dollar] = [found.get(rateKey(currency, day)), found.get(rateKey('USD', day))];
      if (one && dollar) rates.set(currency, new Decimal(one).div(dollar));
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
    }
  }
  return rates;
}

/** The selling price as the declared value in dollars; never as a cost. */
export function declaredOf(
  { price, currency }: Pick<Candidate, 'price' | 'currency'>,
  rates: ReadonlyMap<string, Decimal>,
): string | null {
  const rate = currency ? rates.get(currency) : undefined;
  return price === null || !rate || new Decimal(price).isZero() ? null : new Decimal(price).times(rate).toFixed(2);
}

function productOf(
  candidate: Candidate,
  typed: Typed | undefined,
  sku: string,
  rates: ReadonlyMap<string, Decimal>,
): NewProduct {
  const { parentSku, weightGrams } = candidate;
  const named = typed?.nameZh || typed?.nameEn;
  return {
    sku,
    parentSku: parentSku === sku ? null : parentSku,
    barcode: null,
    ...(named ? { nameZh: typed.nameZh ?? '', nameEn: typed.nameEn ?? '' } : namesOf(candidate.title)),
    ...{
      brand: '',
      categoryId: null,
      attributes: {},
      hsCode: '',
      unit: 'pcs',
      colour: '',
      origin: 'CN',
      label: '',
      images: [],
    },
    ...{ lengthCm: null, widthCm: null, heightCm: null, netWeightKg: null, unitPriceCny: null, shelfLifeMonths: null },
    battery: false,
    grossWeightKg: weightGrams ? new Decimal(weightGrams).div(1000).toFixed(3) : null,
    declaredValueUsd: typed?.declaredValueUsd ?? declaredOf(candidate, rates),
  };
}
