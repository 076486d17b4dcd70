import {
  editProduct,
  findFamily,
  findProduct,
  makeVariants,
  saveFamily,
  skuBy,
  USUAL_AXES,
} from '@tradewind/contract/catalog.ts';
import { keepImage } from '../areas/catalog/public.ts';
import { sql } from '../core/database/sql.ts';
import { callerAt } from './calls.ts';
import { actingAs, at, type DemoContext, inPast } from './context.ts';
import { drawProduct } from './pictures.ts';

const CODE = 'APRON';
const CATEGORY = '家用纺织';
const COLOURS = [
  ['红色', 'RED'],
  ['蓝色', 'BLUE'],
  ['米色', 'CREAM'],
] as const;
const SIZES = ['S', 'M', 'L'];
/** Before the goods of the archive, so that it does not push them down a list. */
const DAYS_AGO = 92;

/** An apron in three colours and three sizes. Each colour has a picture of its own. */
export async function designFamily(demo: DemoContext): Promise<void> {
  const found = await inPast(demo, 'demo', new Date(), async (tx) => {
    const family = await tx.row(sql`select 1 from product_family where company_id = ${sql.company} and code = ${CODE}`);
    const category = await tx.row<{ id: number }>(
      sql`select id from category where company_id = ${sql.company} and name_zh = ${CATEGORY}`,
    );
    return family ? undefined : { categoryId: category?.id ?? null };
  });
  if (!found) return;
  const pictures = await Promise.all(COLOURS.map(([colour]) => picture(demo, colour)));
  const call = callerAt(demo, 'buyer', DAYS_AGO, 3);
  const { id } = await call(saveFamily, {
    code: CODE,
    axes: [...USUAL_AXES],
    ...{ nameZh: '亚麻围裙', nameEn: 'Linen Apron', brand: 'Willow Lane', categoryId: found.categoryId },
    ...{ unitPriceCny: '32.50', declaredValueUsd: '4.60', hsCode: '630790', unit: 'pcs', origin: 'CN' },
    ...{ lengthCm: '28', widthCm: '22', heightCm: '3', netWeightKg: '0.210', grossWeightKg: '0.240' },
    images: pictures.slice(0, 1),
  });
  const rows = COLOURS.flatMap(([colour, english]) =>
    SIZES.map((size) => ({ sku: skuBy('{code}-{1}-{2}', CODE, [english, size]), axisValues: [colour, size] })),
  );
  await call(makeVariants, { familyId: id, rows });
  const { variants } = await call(findFamily, { id });
  for (const variant of variants) {
    const index = COLOURS.findIndex(([colour]) => colour === variant.axisValues[0]);
    const own = index === 0 ? {} : { images: pictures.slice(index, index + 1) };
    const { version } = await call(findProduct, { id: variant.id });
    await call(editProduct, { id: variant.id, version, colour: COLOURS[index]?.[0] ?? '', ...own });
  }
}

async function picture(demo: DemoContext, colour: string): Promise<string> {
  const drawing = { name: 'drawing.png', kind: 'png' as const, data: drawProduct(CATEGORY, colour) };
  return (await keepImage(demo.app, actingAs(demo, 'buyer', at(demo, DAYS_AGO, 3)), drawing)).key;
}
