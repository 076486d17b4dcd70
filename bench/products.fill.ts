import type pg from 'pg';
import { XlsxWriter } from '../apps/server/src/core/xlsx.ts';

const ADJECTIVES = `['Brass','Linen','Oak','Steel','Cotton','Glass','Paper','Woven','Matt','Tall','Round','Folding']`;
const NOUNS = `['lamp','mug','basket','frame','chair','clock','vase','tray','shelf','hook','mirror','bench']`;

const NAME = `(array${ADJECTIVES})[1 + n % 12] || ' ' || (array${NOUNS})[1 + n / 12 % 12] || ' model ' || n % 5000`;
const HAN = `(array['黄铜','亚麻','橡木','不锈钢','棉质','玻璃'])[1 + n % 6] || (array['台灯','杯子','篮子','相框','椅子','时钟'])[1 + n / 6 % 6]`;

/** Straight into the tables, in the shape that the program leaves: a product every half minute of a year, with its terms. */
export async function fillProducts(owner: pg.Pool, companyId: number, products: number): Promise<void> {
  const client = await owner.connect();
  try {
    // Neither foreign keys nor triggers: the counters follow below.
    await client.query(`set session_replication_role = replica`);
    const { rows } = await client.query<{ name: string; text: string }>(
      `select indexname as name, indexdef as text from pg_indexes where tablename = 'product_term' and indexname like 'product_term_%' and indexname not like '%pkey' and indexname not like '%_pk'`,
    );
    for (const { name } of rows) await client.query(`drop index "${name}"`);
    const { rows: categories } = await client.query<{ id: string }>(
      `insert into category (company_id, name_en, path, full_en) select $1, 'Category ' || n, '', 'Category ' || n from generate_series(1, 50) n returning id`,
      [companyId],
    );
    await client.query(`update category set path = id || '.' where company_id = $1`, [companyId]);
    for (let from = 1; from <= products; from += 100_000)
      await client.query(
        `insert into product (company_id, sku, barcode, name_zh, name_en, brand, category_id, length_cm, width_cm, height_cm,
           gross_weight_kg, unit_price_cny, declared_value_usd, hs_code, battery, enabled, created_at, updated_at)
         select $1, 'P-' || lpad(n::text, 7, '0'), '69' || lpad(n::text, 11, '0'), ${HAN}, ${NAME}, 'Brand ' || n % 200,
           ($4::bigint[])[1 + n % 50], 10 + n % 30, 8 + n % 20, 5 + n % 10, 0.2 + n % 40 / 10.0, 12.5, 4.2, '940521', n % 9 = 0, n % 20 <> 0,
           timestamptz '2025-11-01' + make_interval(secs => n * 31536000.0 / $5), timestamptz '2025-11-01' + make_interval(secs => n * 31536000.0 / $5)
         from generate_series($2::int, $3::int) n`,
        [companyId, from, Math.min(products, from + 99_999), categories.map((row) => row.id), products],
      );
    await client.query(
      `insert into product_term (company_id, term, product_id)
       select $1, t.term, p.id from product p cross join lateral (
         select p.sku as term union select 'P' union select substr(p.sku, 3) union select p.barcode
         union select upper(w) from regexp_split_to_table(p.name_en, ' ') w
         union select substr(p.name_zh, at) from generate_series(1, length(p.name_zh)) at) t
       where p.company_id = $1`,
      [companyId],
    );
    for (const { text } of rows) await client.query(text);
    await client.query(
      `insert into product_count (company_id, enabled, on_day, delta)
       select company_id, enabled, (updated_at at time zone 'UTC')::date, count(*) from product where company_id = $1 group by 1, 2, 3`,
      [companyId],
    );
    await client.query('set session_replication_role = default');
  } finally {
    client.release();
  }
  await owner.query('vacuum analyze');
}

const TITLES = [
  '主 SKU',
  '中文名称',
  '英文名称',
  '条码',
  '品牌',
  '分类',
  '长(cm)',
  '宽(cm)',
  '高(cm)',
  '毛重(kg)',
  '单价(CNY)',
  '申报价值(USD)',
  'HS 编码',
  '单位',
  '原产国',
  '是否带电',
];

/** Row `i` of a sheet of products; those before `known` are in the database already. */
const cellsOf = (i: number, known: number): string[] => {
  const sku = i < known ? `P-${String(i + 1).padStart(7, '0')}` : `NEW-${String(i).padStart(7, '0')}`;
  const barcode = i < known ? '' : `70${String(i).padStart(11, '0')}`;
  const sizes = [String(10 + (i % 30)), String(8 + (i % 20)), String(5 + (i % 10)), (0.2 + (i % 40) / 10).toFixed(2)];
  return [
    sku,
    `新品台灯${i}`,
    `New lamp ${i}`,
    barcode,
    `Brand ${i % 200}`,
    `家居 / 灯具 ${i % 40}`,
    ...sizes,
    '12.5',
    '4.2',
    '940521',
    'pcs',
    'CN',
    '否',
  ];
};

export async function xlsxOf(rows: number, known: number): Promise<Buffer> {
  const writer = await XlsxWriter.open(TITLES.map((title) => ({ title, width: 12 })));
  for (let from = 0; from < rows; from += 5_000)
    await writer.rows(Array.from({ length: Math.min(5_000, rows - from) }, (_, at) => cellsOf(from + at, known)));
  return writer.finish();
}

/** The last `twice` rows repeat the first ones. */
export function csvOf(rows: number, known: number, twice = 0): Buffer {
  const lines = Array.from({ length: rows }, (_, i) =>
    cellsOf(i < rows - twice ? i : i - (rows - twice), known).join(','),
  );
  return Buffer.from(`${TITLES.join(',')}\n${lines.join('\n')}\n`);
}
