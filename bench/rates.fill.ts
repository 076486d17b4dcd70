import type { RateCardContent } from '@tradewind/contract/logistics/rates.ts';
import { raterOf } from '@tradewind/contract/rating/rate.ts';
import type { Tx } from '../apps/server/src/core/database/database.ts';
import { sql } from '../apps/server/src/core/database/sql.ts';

const PARCEL = sql`weight_grams, length_mm, width_mm, height_mm`;

/** Parcels of ten orders in ten zones, and a bill of them whose amounts are those of the card; each tenth is three more. */
export async function fillBill(tx: Tx, content: RateCardContent, lines: number): Promise<number> {
  const id = async (statement: ReturnType<typeof sql>) => (await tx.row<{ id: number }>(statement))?.id ?? 0;
  const channel = await id(sql`insert into shipping_channel (company_id, name, carrier, platform_carrier_code)
    values (${sql.company}, 'Own', 'own', 'Own') returning id`);
  const card = await id(sql`insert into rate_card (company_id, channel_id, name, created_at)
    values (${sql.company}, ${channel}, 'Own', ${tx.now}) returning id`);
  await tx.rows(sql`insert into rate_card_version (company_id, card_id, number, state, valid_from, content, changed_by, changed_at)
    values (${sql.company}, ${card}, 1, 'active', '2026-01-01', ${sql.json(content)}, 'bench', ${tx.now})`);
  const shop = await id(sql`insert into shop (company_id, platform, name, account, module_id, state)
    values (${sql.company}, 'shopify', 'Bench shop', 'bench.myshopify.com', 410, 'authorized') returning id`);
  await tx.rows(sql`insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, currency,
      country, ship_to, ordered_at, platform_updated_at, goods_amount, shipping_amount, tax_amount, discount_amount, total_amount,
      summary, line_count, units)
    select ${sql.company}, ${shop}, 410, 'shopify', 'B' || n, 'B' || n, 'shipped', 'USD', 'US',
      jsonb_build_object('postalCode', lpad((n * 7919)::text, 5, '0'), 'city', 'Springfield'), ${tx.now}, ${tx.now},
      1, 0, 0, 0, 1, '[]', 1, 1
    from generate_series(1, 10) n`);
  await tx.rows(sql`insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, country, channel_id,
      state, carrier, tracking_number, bought_at, shipped_at, ${PARCEL})
    select ${sql.company}, 'B-' || n, -n, o.id, 0, 0, o.display_no, 'US', ${channel}, 'shipped', 'own', 'T' || lpad(n::text, 9, '0'),
      '2026-11-20T08:00Z', '2026-11-20T08:00Z', 100 + (n * 331) % 12000, 100 + n % 400, 80 + n % 200, 50 + n % 100
    from generate_series(1, ${lines}::int) n
    join lateral (select id, display_no from sales_order s where s.company_id = ${sql.company} and s.display_no = 'B' || (1 + n % 10)) o on true`);
  return billOf(tx, content, lines, id);
}

async function billOf(
  tx: Tx,
  content: RateCardContent,
  lines: number,
  id: (statement: ReturnType<typeof sql>) => Promise<number>,
) {
  const rate = raterOf(content);
  const parcels = await tx.rows<{
    id: number;
    number: string;
    grams: number;
    sides: [number, number, number];
    postcode: string;
  }>(sql`
    select p.id, p.tracking_number as number, p.weight_grams as grams, array[p.length_mm, p.width_mm, p.height_mm] as sides,
      s.ship_to ->> 'postalCode' as postcode
    from parcel p join sales_order s on s.company_id = p.company_id and s.id = p.order_id where p.company_id = ${sql.company} order by p.id`);
  const rows = parcels.map(({ number, grams, sides, postcode }, at) => {
    const to = { country: 'US', postcode, city: 'Springfield' };
    const rating = rate({ to, weightGrams: grams, sidesMm: sides, day: '2026-11-20', residential: true }).rating;
    return {
      line: at + 2,
      number,
      grams,
      zone: rating?.zone ?? '',
      amount: Number(rating?.total ?? 0) + (at % 10 === 0 ? 3 : 0),
    };
  });
  const total = rows.reduce((sum, row) => sum + row.amount, 0).toFixed(2);
  const issuer =
    await id(sql`insert into bill_issuer (company_id, name, currency, tolerance_percent, tolerance_amount, claim_days)
    values (${sql.company}, 'Own', 'USD', 0, 0.05, 30) returning id`);
  const bill =
    await id(sql`insert into carrier_bill (company_id, number, issuer_id, currency, billed_on, from_day, to_day, file_name, file_key,
      file_hash, tolerance_percent, tolerance_amount, line_count, amount, created_by, created_at)
    values (${sql.company}, 'B-1', ${issuer}, 'USD', '2026-11-25', '2026-11-01', '2026-11-25', 'b.csv', '', '', 0, 0.05, ${lines}, ${total},
      'bench', ${tx.now}) returning id`);
  await tx.rows(sql`insert into carrier_bill_line (company_id, bill_id, line, tracking_number, reference, service, zone, claim_reference,
      weight_grams, amount, parts)
    select ${sql.company}, ${bill}, r.line, r.number, '', '', r.zone, '', r.grams, r.amount, '[]'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(line int, number text, grams int, zone text, amount numeric)`);
  return bill;
}
