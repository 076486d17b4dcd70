import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import type { FileAnswer, UploadedFile } from '../../../core/http/routes.ts';
import { fitsPaper, PAPER_BYTES } from '../../../core/paper-picture.ts';
import { arrayOf } from '../../../core/scope.ts';
import { keepOwn } from '../families/inherit.ts';

export const PRODUCT_IMAGE = 'productImage';
export const FAMILY_IMAGE = 'familyImage';
const KIND = PRODUCT_IMAGE;
const MIMES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif' };

/** Saves an image without a product (doc_id 0); saving a product attaches it. */
export async function keepImage(app: App, ctx: Ctx, file: UploadedFile): Promise<{ key: string }> {
  const key = await app.files.put(ctx.companyId, `image.${file.kind}`, file.data);
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
      values (${sql.company}, ${KIND}, 0, ${key}, ${file.name}, ${MIMES[file.kind] ?? 'image/png'}, ${file.data.length}, ${tx.actor.userId})`),
  );
  return { key };
}

const ON_PAPER = 100;

/** Pictures that can be printed, by key; any others are left out. */
export async function imagesForPaper(
  app: App,
  ctx: Ctx,
  keys: readonly (string | null)[],
): Promise<Map<string, Buffer>> {
  const desired = [...new Set(keys.flatMap((key) => key ?? []))];
  if (desired.length === 0) return new Map();
  const found = await app.database.look(ctx, (tx) =>
    tx.rows<{ key: string }>(sql`select distinct file_key as key from attachment where company_id = ${sql.company}
      and doc_kind = ${KIND} and file_key = any(${arrayOf(desired)}::text[]) and bytes <= ${PAPER_BYTES} limit ${ON_PAPER}`),
  );
  const pictures = new Map<string, Buffer>();
  for (const { key } of found) {
    const data = await app.files.get(ctx.companyId, key);
    if (fitsPaper(data)) pictures.set(key, data);
  }
  return pictures;
}

export const IMAGES_AT_MOST = 6;
export interface StoredImage {
  key: string;
  kind: string;
  name: string;
  bytes: number;
}

/** Adds a stored picture behind the product's own, unless it has as many as it may. */
export async function addImage(tx: Tx, productId: number, image: StoredImage): Promise<void> {
  const added = await tx.rows(sql`update product set images = images || ${image.key}::text, version = version + 1,
      updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${productId} and cardinality(images) < ${IMAGES_AT_MOST} returning id`);
  if (added.length === 0) return;
  await keepOwn(tx, [productId]);
  await tx.rows(sql`insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
    values (${sql.company}, ${KIND}, ${productId}, ${image.key}, ${image.name}, ${MIMES[image.kind] ?? 'image/png'}, ${image.bytes}, ${tx.actor.userId})`);
}

/** Makes these the pictures of products; `added` are the new ones among them. */
export async function attachImages(
  tx: Tx,
  added: readonly (StoredImage & { productId: number })[],
  images: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  const rows = added.map(({ kind, ...one }) => ({ ...one, mime: MIMES[kind] ?? 'image/png' }));
  await tx.rows(sql`insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
    select ${sql.company}, ${KIND}::text, r."productId", r.key, r.name, r.mime, r.bytes, ${tx.actor.userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("productId" bigint, key text, name text, mime text, bytes int) returning 1`);
  const products = [...images].map(([id, keys]) => ({ id, keys }));
  await tx.rows(sql`update product p set images = array(select jsonb_array_elements_text(r.keys)), version = p.version + 1,
      updated_at = ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r(id bigint, keys jsonb)
    where p.company_id = ${sql.company} and p.id = r.id`);
}

/**
 * Gives a product or a family its pictures. Only pictures of this company's products and families are taken, and what
 * was uploaded for them: any other key would be a way to read somebody else's file.
 * @throws badField images
 */
export async function claimImages(
  tx: Tx,
  { kind, id }: { kind: typeof PRODUCT_IMAGE | typeof FAMILY_IMAGE; id: number },
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const desired = sql`file_key = any(${arrayOf(keys)}::text[])`;
  const owned = await tx.rows<{ fileKey: string }>(sql`update attachment set doc_kind = ${kind}, doc_id = ${id}
    where company_id = ${sql.company} and ${desired}
      and ((doc_kind = ${PRODUCT_IMAGE} and doc_id = 0) or (doc_kind = ${kind} and doc_id = ${id})) returning file_key`);
  const missing = keys.filter((key) => !owned.some((row) => row.fileKey === key));
  if (missing.length === 0) return;
  const shared = await tx.rows<{ fileKey: string }>(sql`
    insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
    select distinct on (a.file_key) ${sql.company}, ${kind}::text, ${id}::bigint, a.file_key, a.name, a.mime, a.bytes, a.user_id
    from attachment a where a.company_id = ${sql.company} and a.doc_kind in (${PRODUCT_IMAGE}, ${FAMILY_IMAGE})
      and a.file_key = any(${arrayOf(missing)}::text[]) returning file_key`);
  if (shared.length < new Set(missing).size) throw badField('images', 'catalog.imageUnknown');
}

/** Lets these variants show the pictures that they have from their families. */
export async function shareImages(tx: Tx, productIds: readonly number[]): Promise<void> {
  await tx.rows(sql`insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
    select ${sql.company}, ${PRODUCT_IMAGE}::text, p.id, a.file_key, a.name, a.mime, a.bytes, a.user_id
    from product p join attachment a on a.company_id = p.company_id and a.doc_kind = ${FAMILY_IMAGE}
      and a.doc_id = p.family_id and a.file_key = any(p.images)
    where p.company_id = ${sql.company} and p.id = any(${arrayOf(productIds)}::bigint[])
      and not exists (select from attachment b where b.company_id = ${sql.company} and b.doc_kind = ${PRODUCT_IMAGE}
        and b.doc_id = p.id and b.file_key = a.file_key) returning 1`);
}

export async function readImage(
  app: App,
  ctx: Ctx,
  { productId, familyId, key }: { productId: number; familyId: number; key: string },
): Promise<FileAnswer> {
  const [kind, id] = familyId > 0 ? [FAMILY_IMAGE, familyId] : [PRODUCT_IMAGE, productId];
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ name: string; mime: string }>(sql`select name, mime from attachment where company_id = ${sql.company}
      and doc_kind = ${kind} and doc_id = ${id} and file_key = ${key} limit 1`),
  );
  if (!row) throw notFound('catalog.imageUnknown');
  return { name: row.name, mime: row.mime, data: await app.files.get(ctx.companyId, key), inline: true };
}
