import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { assertByHand } from './by-hand.ts';
import { assertExpiry } from './expiry.ts';
import { lockInbound, receiveInbound } from './receive.ts';

/**
 * Codes a scanned carton label may match: as read and, for an SSCC (GS1-128 with or without brackets or the symbol's
 * sign), its 18 digits with and without their application identifier.
 */
export function cartonCodes(scanned: string): string[] {
  const code = scanned.trim().toUpperCase();
  const digits = code.replace(/^\]C1/, '').replace(/[^0-9A-Z]/g, '');
  const sscc = /^(?:00)?(\d{18})$/.exec(digits)?.[1];
  return sscc ? [...new Set([code, sscc, `00${sscc}`, `(00)${sscc}`])] : [code];
}

type Carton = {
  id: number;
  code: string;
  contents: { lineId: number; quantity: number; batch?: string; expiresOn?: string }[];
  /** In the company's time zone. */
  receivedAt: string | null;
  receivedBy: string | null;
};

export const CARTON = sql`id, code, (select to_char(received_at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') from company c
  where c.id = ${sql.company}) as "receivedAt", received_by`;

/** @throws conflict warehouse.cartonReceived with the first receiver and the time */
export function assertNotReceived({ code, receivedAt, receivedBy }: Omit<Carton, 'id' | 'contents'>): void {
  if (receivedAt) throw conflict('warehouse.cartonReceived', { code, who: receivedBy ?? '', when: receivedAt });
}

type Excess = {
  sku: string;
  over: number;
  loose: number | null;
  who: string | null;
  /** In the company's time zone. */
  when: string | null;
};

/** Products that a carton would take over the expected quantity, and who last received units of them loose. */
function excessOf(tx: Tx, inboundId: number, contents: Carton['contents']): Promise<Excess[]> {
  return tx.rows<Excess>(
    sql`with packed as (
       select l.product_id, sum(x.quantity)::int as n from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb) as x("lineId" bigint, quantity int)
       join inbound_line l on l.company_id = ${sql.company} and l.inbound_id = ${inboundId} and l.id = x."lineId" group by 1)
     select p.sku, s.received + k.n - s.expected as over, r.n as loose, r.actor as who, r.at as "when"
     from packed k join product p on p.company_id = ${sql.company} and p.id = k.product_id
     cross join lateral (select sum(l.expected)::int as expected, sum(l.received)::int as received from inbound_line l
       where l.company_id = ${sql.company} and l.inbound_id = ${inboundId} and l.product_id = k.product_id) s
     left join lateral (select sum(r.quantity) over ()::int as n, r.actor,
         to_char(r.at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') as at
       from inbound_receipt r join company c on c.id = r.company_id
       where r.company_id = ${sql.company} and r.inbound_id = ${inboundId} and r.product_id = k.product_id and r.carton_id is null
         and r.undone_at is null order by r.id desc limit 1) r on true
     where s.received + k.n > s.expected order by p.sku`,
  );
}

/**
 * Details not on the label: batches and expiry dates, and a confirmation that units received loose were different ones.
 */
export interface OfCarton {
  lots?: readonly { lineId: number; batch?: string | undefined; expiresOn?: string | undefined }[] | undefined;
  sure?: boolean | undefined;
}

/**
 * Receives a whole carton as packed by its sender, once.
 * @throws conflict warehouse.cartonReceived with the first receiver and the time; conflict warehouse.cartonLoose if it
 * seems to be unpacked already; ruleBroken warehouse.cartonOpen if it has no packing details
 */
export async function receiveCarton(tx: Tx, inboundId: number, code: string, { lots = [], sure }: OfCarton = {}) {
  await assertByHand(tx, await lockInbound(tx, inboundId));
  const [carton] = await tx.rows<Carton>(
    sql`select ${CARTON}, contents from inbound_carton where company_id = ${sql.company} and inbound_id = ${inboundId} and upper(code) = any(${cartonCodes(code)}::text[])`,
  );
  if (!carton) throw notFound('warehouse.cartonNotFound', { code });
  assertNotReceived(carton);
  if (carton.contents.length === 0) throw ruleBroken('warehouse.cartonOpen', { code: carton.code });
  const excess = await excessOf(tx, inboundId, carton.contents);
  const unpacked = excess.find((one) => one.loose !== null);
  if (unpacked && !sure) {
    const { sku, over, loose, who, when } = unpacked;
    const said = { code: carton.code, sku, over, count: loose ?? 0, who: who ?? '', when: when ?? '' };
    throw conflict('warehouse.cartonLoose', said);
  }
  const goods = carton.contents.map((part) => {
    const lot = part.expiresOn ? undefined : lots.find((one) => one.lineId === part.lineId);
    const { batch = lot?.batch, expiresOn = lot?.expiresOn } = part;
    return { ...part, batch, expiresOn, cartonId: carton.id };
  });
  const [receipt] = await receiveInbound(tx, inboundId, goods, assertExpiry);
  await tx.rows(
    sql`update inbound_carton set received_at = ${tx.now}, received_by = ${tx.actor.name} where company_id = ${sql.company} and id = ${carton.id}`,
  );
  return {
    cartonId: carton.id,
    code: carton.code,
    units: goods.reduce((sum, one) => sum + one.quantity, 0),
    over: excess.reduce((sum, one) => sum + one.over, 0),
    receiptId: receipt?.id ?? 0,
  };
}
