import { dutyRateFields } from '@tradewind/contract/logistics.ts';
import { z } from 'zod';
import { dayOfCell } from '../../../core/cell-time.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows, updateRows } from '../../../core/database/write.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import type { dutyRate } from '../customs.tables.ts';
import { type Dated, overlapOf } from './duty.ts';
import { nameOf, neighbours, rowOf } from './duty-rates.ts';

const row = z.strictObject(dutyRateFields);
type Row = z.output<typeof row>;

const figure = (text: string) => text.replaceAll(',', '').replace(/%$/, '').trim();
const capitals = (text: string) => text.trim().toUpperCase();
const LIMIT = ['选填，按“币种”', 'Optional, in the currency'] as const;
const columns: readonly ImportColumn[] = [
  {
    ...{ key: 'country', title: ['目的国/地区', 'Destination'], required: true, example: 'DE', read: capitals },
    hint: ['两位字母代码', 'Two letters'],
  },
  {
    ...{ key: 'hsPrefix', title: ['HS 前缀', 'HS prefix'], example: '6912' },
    hint: ['空为全部商品；最长的前缀优先', 'Empty: all goods. The longest prefix counts'],
  },
  {
    ...{ key: 'origin', title: ['原产国', 'Origin'], example: 'CN', read: capitals },
    hint: ['空为任何原产国', 'Empty: any origin'],
  },
  { key: 'dutyPercent', title: ['关税 %', 'Duty %'], example: '', hint: ['选填', 'Optional'], read: figure },
  { key: 'vatPercent', title: ['进口增值税 %', 'Import VAT %'], example: '', hint: ['选填', 'Optional'], read: figure },
  {
    ...{ key: 'fee', title: ['每个品目手续费', 'Fee per heading'], example: '', read: figure },
    hint: ['每个六位 HS 品目收一次', 'Once for each HS heading of six digits'],
  },
  { key: 'dutyFreeUpTo', title: ['免关税上限', 'Duty-free up to'], example: '', hint: LIMIT, read: figure },
  { key: 'vatFreeUpTo', title: ['免增值税上限', 'VAT-free up to'], example: '', hint: LIMIT, read: figure },
  {
    ...{ key: 'currency', title: ['币种', 'Currency'], required: true, example: 'EUR', read: capitals },
    hint: ['手续费和上限的币种', 'Of the fee and the limits'],
  },
  {
    ...{ key: 'validFrom', title: ['生效日', 'Valid from'], required: true, example: '2026-01-01', read: dayOfCell },
    hint: ['第一天', 'The first day'],
  },
  {
    ...{ key: 'validTo', title: ['失效日', 'Valid to'], example: '', read: dayOfCell },
    hint: ['最后一天；空为长期', 'The last day. Empty: open'],
  },
  { key: 'note', title: ['备注', 'Note'], example: '', hint: ['选填', 'Optional'] },
];

/** A row with the same goods and first day takes the place of the one that is there. */
const keyOf = ({ country, hsPrefix, origin, validFrom }: Dated) =>
  `${country}/${hsPrefix}/${origin ?? ''}/${validFrom}`;

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const values = rows.map((one) => one.value);
  const there = await neighbours(tx, values);
  const replaced = new Set(values.map(keyOf));
  const kept = there.filter((one) => !replaced.has(keyOf(one)));
  const known = new Set(there.map(keyOf));
  const places = Map.groupBy(
    [...kept.map((value) => ({ ...value, line: 0 })), ...rows.map(({ line, value }) => ({ ...value, line }))],
    (one) => `${one.country}/${one.hsPrefix}/${one.origin ?? ''}`,
  );
  return new Map(
    rows.map(({ line, value }): [number, Verdict] => {
      const problems: Verdict['problems'] = [];
      const own = places.get(`${value.country}/${value.hsPrefix}/${value.origin ?? ''}`) ?? [];
      const other = own.find((one) => one.line !== line && overlapOf<Dated>([one, value]));
      if (value.validTo !== null && value.validTo < value.validFrom)
        problems.push({ column: 'validTo', code: 'logistics.dutyDays' });
      else if (other)
        problems.push(
          other.line > 0
            ? { column: 'validFrom', code: 'logistics.dutyOverlapRows', params: { one: line, other: other.line } }
            : {
                column: 'validFrom',
                code: 'logistics.dutyOverlap',
                params: { one: nameOf(value), other: nameOf(other) },
              },
        );
      return [line, { action: known.has(keyOf(value)) ? 'update' : 'create', problems }];
    }),
  );
}

const AT_ONCE = 1_000;
async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const ids = new Map((await neighbours(tx, rows)).map((one) => [keyOf(one), one.id]));
  const changed = rows.flatMap((one) => {
    const id = ids.get(keyOf(one));
    return id === undefined ? [] : [{ id, ...rowOf(one) }];
  });
  const added = rows.filter((one) => !ids.has(keyOf(one))).map(rowOf);
  for (const some of setsOf(changed, AT_ONCE))
    await tx.rows(updateRows<typeof dutyRate>('duty_rate', some, [sql`version = duty_rate.version + 1`]));
  for (const some of setsOf(added, AT_ONCE)) await addRows<typeof dutyRate>(tx, 'duty_rate', some);
  return { created: added.length, updated: changed.length };
}

export const dutyRateImport = defineImport<Row>({
  ...{ name: 'dutyRates', title: ['关税税率导入模板', 'Duty rate import template'], columns, row, keyOf, check, write },
});
