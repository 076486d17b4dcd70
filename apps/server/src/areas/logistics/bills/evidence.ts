import { sql } from '../../../core/database/sql.ts';

const EVENTS = 30;

/** What a line `l` of a bill `b` charges, and what it should. */
export const BILLED = sql`jsonb_build_object('currency', b.currency, 'amount', l.amount::text, 'expected', l.expected::text,
  'weightGrams', l.weight_grams,
  'sidesMm', case when l.length_mm is not null then jsonb_build_array(l.length_mm, l.width_mm, l.height_mm) end,
  'zone', l.zone, 'expectedZone', l.expected_zone, 'parts', l.parts, 'expectedParts', l.expected_parts)`;

/** A parcel `p` as it was weighed and scanned, what was quoted, and where it went. */
export const KNOWN = sql`jsonb_build_object(
  'parcel', case when p.id is not null then jsonb_build_object('reference', p.reference, 'outbound',
    (select o.number from outbound o where o.company_id = ${sql.company} and o.id = p.outbound_id),
    'orderNo', p.order_no, 'state', p.state, 'country', p.country, 'serviceName', p.service_name,
    'labelGrams', p.weight_grams, 'packedGrams', p.weighed_grams,
    'manifestGrams', (select m.weight_grams from manifest_parcel m where m.company_id = ${sql.company} and m.parcel_id = p.id
      order by m.added_at desc limit 1),
    'sidesMm', case when p.length_mm is not null then jsonb_build_array(p.length_mm, p.width_mm, p.height_mm) end,
    'labelCost', p.label_cost::text, 'labelCurrency', p.label_currency, 'boughtAt', p.bought_at,
    'shippedAt', p.shipped_at, 'promisedOn', p.promised_on, 'lastScanAt', p.last_scan_at, 'voidedAt', p.voided_at) end,
  'quotes', coalesce(p.quotes, '[]'),
  'events', coalesce((select jsonb_agg(jsonb_build_object('at', e.at, 'stage', e.stage, 'description', e.description,
      'place', e.place) order by e.at desc) from (select * from tracking_event t where t.company_id = ${sql.company}
      and t.parcel_id = p.id order by t.at desc limit ${sql.literal(EVENTS)}) e), '[]'))`;
