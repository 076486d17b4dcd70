import { type RateCardDraft, rateCardDraft } from '@tradewind/contract/logistics/rates.ts';
import { RATE_CARD_SHEETS, type RateCardSheet } from '@tradewind/contract/logistics.ts';
import type { Language } from '../../../core/context.ts';
import { type Cell, XlsxWriter } from '../../../core/xlsx.ts';
import { BOOK, type BookColumn } from './book.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const AT_ONCE = 2_000;
const HELP: Record<Language, { sheet: string; titles: string[] }> = {
  zh: { sheet: '说明', titles: ['工作表', '列', '说明'] },
  en: { sheet: 'Help', titles: ['Sheet', 'Column', 'What to fill in'] },
};

/** A version as the workbook that it can be imported from, with a sheet that explains the columns. */
export async function cardBook(name: string, card: RateCardDraft, language: Language) {
  const at = language === 'zh' ? 0 : 1;
  const help = HELP[language];
  const writer = await XlsxWriter.book([...RATE_CARD_SHEETS.map((sheet) => BOOK[sheet].title[at]), help.sheet]);
  for (const sheet of RATE_CARD_SHEETS) {
    const { columns } = BOOK[sheet];
    await writer.sheet(columns.map(({ title, required }) => ({ title: title[at] + (required ? '*' : ''), width: 16 })));
    const rows = rowsOf(card, sheet);
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await writer.rows(
        rows.slice(from, from + AT_ONCE).map((row) => columns.map((column) => cellOf(column, row, language))),
      );
  }
  await writer.sheet(help.titles.map((title, n) => ({ title, width: n === 2 ? 80 : 20 })));
  const hints = RATE_CARD_SHEETS.flatMap((sheet) =>
    BOOK[sheet].columns.map(({ title, hint }) => [BOOK[sheet].title[at], title[at], hint[at]]),
  );
  await writer.rows(hints);
  return { name: `${name}.xlsx`, mime: XLSX, data: await writer.finish() };
}

function rowsOf(card: RateCardDraft, sheet: RateCardSheet): readonly object[] {
  const { areas, prices, surcharges, fuel, remote, ...terms } = card;
  if (sheet === 'card') return [{ ...terms, fuelOn: fuel?.on ?? [] }];
  return { zones: areas, prices, surcharges, fuel: fuel?.weeks ?? [], remote }[sheet];
}

/** Zeros and empty texts stay empty: a reader sees what the card says. */
function cellOf({ key, figure, write }: BookColumn, row: object, language: Language): Cell {
  const [outer = '', inner] = key.split('.');
  const found = (row as Record<string, unknown>)[outer];
  const value = inner ? (found as Record<string, unknown> | undefined)?.[inner] : found;
  if (value === undefined || value === null || value === '') return null;
  if (write) return write(value, language);
  if (!figure) return String(value);
  return Number(value) === 0 ? null : { number: String(value) };
}

/** A small card with one of everything. */
export const exampleCard = (): RateCardDraft =>
  rateCardDraft.parse({
    ...{ currency: 'USD', divisor: 5000, step: '0.5', minimumWeight: '0.5' },
    areas: [
      { zone: 'A', country: 'US' },
      { zone: 'B', country: 'US', prefix: '995' },
      { zone: 'C', country: 'GB' },
    ],
    prices: [
      { zone: 'A', to: '2', parcelFee: '2.5', unitPrice: '9' },
      { zone: 'A', from: '2', to: '30', firstWeight: '2', firstPrice: '20', stepWeight: '0.5', stepPrice: '3' },
      { zone: 'B', to: '30', firstWeight: '0.5', firstPrice: '12', stepWeight: '0.5', stepPrice: '5' },
      { zone: 'C', to: '30', firstWeight: '0.5', firstPrice: '8', stepWeight: '0.5', stepPrice: '3' },
    ],
    surcharges: [
      { code: 'residential', basis: 'flat', amount: '3.5', when: { residential: true } },
      { code: 'battery', basis: 'perUnit', amount: '0.8', atLeast: '1', when: { battery: true } },
      { code: 'remote', basis: 'flat', amount: '4', when: { remote: ['remote'] } },
      { code: 'peak', basis: 'percent', amount: '6', validFrom: '2026-11-01', validTo: '2027-01-15' },
    ],
    fuel: { on: ['freight', 'residential'], weeks: [{ from: '2026-06-01', percent: '18.5' }] },
    remote: [
      { kind: 'remote', country: 'US', prefix: '996' },
      { kind: 'remote', country: 'US', from: '96701', to: '96799' },
    ],
  });
