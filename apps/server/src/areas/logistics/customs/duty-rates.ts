import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type DutyRate, dutyRateFilter, type saveDutyRate } from '@tradewind/contract/logistics.ts';
import { z } from 'zod';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { defineList, exportOf, is } from '../../../core/lists.ts';
import { arrayOf } from '../../../core/scope.ts';
import type { dutyRate } from '../customs.tables.ts';
import { type Dated, overlapOf } from './duty.ts';

const acts = {
  saved: defineAction('logistics.dutyRateSaved', ['保存关税税率', 'Duty rate saved']),
  deleted: defineAction('logistics.dutyRateDeleted', ['删除关税税率', 'Duty rate deleted']),
};
const audit = (tx: Tx, action: AuditAction, rows: readonly (Dated & { id: number })[]) =>
  writeAudit(
    tx,
    rows.map((row) => ({ action, targetKind: 'duty_rate', targetId: row.id, targetName: nameOf(row) })),
  );

/** "US 6912 CN, 2026-01-01 – 2026-12-31" */
export const nameOf = ({ country, hsPrefix, origin, validFrom, validTo }: Dated): string =>
  `${[country, hsPrefix, origin].filter(Boolean).join(' ')}, ${validFrom} – ${validTo ?? ''}`.trim();

const filter = z.object(dutyRateFilter);
/** Numbers as people write them. */
const figures = sql`trim_scale(d.duty_percent)::text as duty_percent, trim_scale(d.vat_percent)::text as vat_percent,
  trim_scale(d.fee)::text as fee, trim_scale(d.duty_free_up_to)::text as duty_free_up_to,
  trim_scale(d.vat_free_up_to)::text as vat_free_up_to`;
const COLUMNS = sql`d.id, d.country, d.hs_prefix, nullif(d.origin, '') as origin, ${figures}, d.currency,
  d.valid_from::text as valid_from, d.valid_to::text as valid_to, d.note, d.version`;

export const dutyRates = defineList<z.output<typeof filter>, DutyRate>({
  table: 'duty_rate',
  as: 'd',
  filters: {
    country: is(sql`d.country`),
    hsCode: (code) => sql`starts_with(${code}, d.hs_prefix)`,
    day: (day) => sql`d.valid_from <= ${day} and (d.valid_to is null or d.valid_to >= ${day})`,
  },
  order: sql`d.id desc`,
  columns: COLUMNS,
  missing: 'logistics.dutyRateGone',
});

/** The columns of the file, as its import reads them. */
export const dutyRateExport = exportOf(dutyRates, {
  name: 'logistics.dutyRates',
  title: ['关税税率', 'Duty rates'],
  filter,
  columns: [
    { title: ['目的国/地区', 'Destination'], value: (row) => row.country },
    { title: ['HS 前缀', 'HS prefix'], width: 14, value: (row) => row.hsPrefix },
    { title: ['原产国', 'Origin'], value: (row) => row.origin ?? '' },
    { title: ['关税 %', 'Duty %'], value: (row) => ({ number: row.dutyPercent }) },
    { title: ['进口增值税 %', 'Import VAT %'], value: (row) => ({ number: row.vatPercent }) },
    { title: ['每个品目手续费', 'Fee per heading'], value: (row) => ({ number: row.fee }) },
    { title: ['免关税上限', 'Duty-free up to'], value: (row) => ({ number: row.dutyFreeUpTo }) },
    { title: ['免增值税上限', 'VAT-free up to'], value: (row) => ({ number: row.vatFreeUpTo }) },
    { title: ['币种', 'Currency'], value: (row) => row.currency },
    { title: ['生效日', 'Valid from'], width: 14, value: (row) => row.validFrom },
    { title: ['失效日', 'Valid to'], width: 14, value: (row) => row.validTo ?? '' },
    { title: ['备注', 'Note'], width: 30, value: (row) => row.note },
  ],
});

/** The rows of a destination that count on a day: of one place one. */
export function ratesOf(tx: Tx, countries: readonly string[], day: string): Promise<DutyRate[]> {
  return tx.rows<DutyRate>(sql`select ${COLUMNS} from duty_rate d where d.company_id = ${sql.company}
    and d.country = any(${arrayOf(countries)}::text[]) and d.valid_from <= ${day}
    and (d.valid_to is null or d.valid_to >= ${day})`);
}

/** Rows for the same goods, whatever their days, under the lock that the trigger takes. */
export async function neighbours(tx: Tx, rows: readonly Dated[]): Promise<DutyRate[]> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('duty_rate:' || ${sql.company}::text, 0))`);
  const keys = rows.map(({ country, hsPrefix, origin }) => `${country}/${hsPrefix}/${origin ?? ''}`);
  return tx.rows<DutyRate>(sql`select ${COLUMNS} from duty_rate d where d.company_id = ${sql.company}
    and d.country || '/' || d.hs_prefix || '/' || d.origin = any(${arrayOf([...new Set(keys)])}::text[])`);
}

type Input = ParsedOf<typeof saveDutyRate>;
type Fields = Omit<Input, 'id' | 'version' | 'idempotencyKey'>;
export const rowOf = ({ origin, ...fields }: Fields) => ({ ...fields, origin: origin ?? '' });

/** @throws badField validTo, validFrom; notFound logistics.dutyRateGone; conflict core.stale */
export async function saveRate(tx: Tx, input: Input): Promise<{ id: number }> {
  const { id, version, idempotencyKey: _key, ...fields } = input;
  if (fields.validTo !== null && fields.validTo < fields.validFrom) throw badField('validTo', 'logistics.dutyDays');
  const others = (await neighbours(tx, [fields])).filter((row) => row.id !== id);
  const pair = overlapOf<Dated>([...others, fields]);
  if (pair) throw badField('validFrom', 'logistics.dutyOverlap', { one: nameOf(pair[0]), other: nameOf(pair[1]) });
  if (id !== undefined) {
    const before = await dutyRates.one(tx, id);
    if (before.version !== version) throw conflict('logistics.dutyRateStale');
  }
  const saved = await tx.row<{ id: number }>(
    id === undefined
      ? sql`${insertRows<typeof dutyRate>('duty_rate', [rowOf(fields)])} returning id`
      : sql`${updateRows<typeof dutyRate>('duty_rate', [{ id, ...rowOf(fields) }], [sql`version = duty_rate.version + 1`])}
          and duty_rate.version = ${version ?? 0} returning duty_rate.id`,
  );
  if (!saved) throw notFound('logistics.dutyRateGone');
  audit(tx, acts.saved, [{ ...fields, id: saved.id }]);
  return saved;
}

export async function deleteRates(tx: Tx, ids: readonly number[]) {
  const gone = await tx.rows<Dated & { id: number }>(sql`delete from duty_rate d where d.company_id = ${sql.company}
    and d.id = any(${arrayOf(ids)}::bigint[])
    returning d.id, d.country, d.hs_prefix, nullif(d.origin, '') as origin, d.valid_from::text as valid_from,
      d.valid_to::text as valid_to`);
  audit(tx, acts.deleted, gone);
  return { done: gone.length, failed: [] };
}
