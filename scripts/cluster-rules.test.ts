import { expect, test } from 'vitest';
import { complaints, complaintsOfRun } from './cluster-rules.ts';

const said = (statement: string) => complaints('x.ts', `const one = sql\`${statement}\`;`);
const COMPANY = `\${sql.company}`;

test.each([
  `insert into part (company_id, id) select ${COMPANY}, u from unnest(\${ids}::bigint[]) u`,
  `insert into part (company_id, id) select ${COMPANY}, r.id from jsonb_to_recordset(\${rows}::jsonb) as r(id bigint)`,
  `with gone as (delete from part where company_id = ${COMPANY} returning id) insert into kept (company_id, id) select ${COMPANY}, id from gone on conflict do nothing`,
  `insert into part (company_id, place) values (${COMPANY}, (select max(place) from part)) returning id`,
  `insert into part (company_id, id) values (${COMPANY}, 1) on conflict (company_id, id) do update set at = now()`,
  `update part set id = 2 where company_id = ${COMPANY} returning to_char(at, 'YYYY') as year`,
  `select (select count(*) from part p where p.company_id = o.company_id and p.order_id = o.id) from sales_order o where o.company_id = ${COMPANY}`,
  `update part set kind = case kind when 'equal' then 'manual' else kind end where company_id = ${COMPANY}`,
  `update part set id = 2 where company_id = ${COMPANY} and date_trunc('milliseconds', at) = \${at}`,
  `select p.id from part p left join kept k on false where p.company_id = ${COMPANY}`,
  `insert into part (company_id, id) select company_id, id from kept where company_id = ${COMPANY} and id = 1`,
  `insert into part (company_id, id) select ${COMPANY}, l.id from order_line l join product p on p.company_id = ${COMPANY} and p.id = l.product_id on conflict do nothing`,
])('a cluster does not take: %s', (statement) => expect(said(statement)).toHaveLength(1));

test.each([
  `insert into part (company_id, id) select ${COMPANY}, u from unnest(\${ids}::bigint[]) u returning 1`,
  `insert into part (company_id, id) select ${COMPANY}, u from unnest(\${ids}::bigint[]) u on conflict do nothing`,
  `with gone as (delete from part where company_id = ${COMPANY} returning id) select id from gone`,
  `update part set kind = case when kind = 'equal' then 'manual' else kind end where company_id = ${COMPANY}`,
  `update part set id = 2 where company_id = ${COMPANY} and date_trunc('day', at at time zone 'UTC') = \${day}`,
  `insert into part (company_id, place) select ${COMPANY}, (select max(place) from part where company_id = ${COMPANY}) returning id`,
  `insert into part (company_id, id) values (${COMPANY}, 1) on conflict (company_id, id) do update set at = excluded.at`,
  `insert into worker_heartbeat (process) values (\${self}) on conflict (process) do update set at = now()`,
  `select (select count(*) from part p where p.company_id = ${COMPANY} and p.order_id = o.id) from sales_order o where o.company_id = ${COMPANY}`,
  `insert into part (company_id, id) select ${COMPANY}, l.id from order_line l join product p on p.company_id = l.company_id and p.id = l.product_id on conflict do nothing`,
])('a cluster takes: %s', (statement) => expect(said(statement)).toEqual([]));

test('a statement of a run is found in one piece, and what a test asks itself is not', () => {
  const text =
    'with gone as (delete from part where company_id = $1 returning id)\n insert into kept (id) select id from gone returning 1';
  const lines = ['areas/part.ts:1:1', 'areas/part.test.ts:1:1'].map((site) => JSON.stringify({ site, text }));
  expect(complaintsOfRun(lines)).toEqual([expect.stringMatching(/^areas\/part\.ts:1:1: an insert takes no rows/)]);
});
