import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import type { FileAnswer, UploadedFile } from '../../../core/http/routes.ts';
import { fitsPaper, PAPER_BYTES } from '../../../core/paper-picture.ts';
import { arrayOf } from '../../../core/scope.ts';

const KIND = 'productImage';
const MIMES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif' };

/** Saves an image without a product (doc_id 0); saving a product attaches it. */
export async function keepImage(app: App, ctx: Ctx, file: UploadedFile): Promise<{ key: string }> {
  const key = await app.files.put(ctx.companyId, `image.${file.kind}`, file.data);
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
      values (${tx.companyId}, ${KIND}, 0, ${key}, ${file.name}, ${MIMES[file.kind] ?? 'image/png'}, ${file.data.length}, ${tx.actor.userId})`),
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

const MOST = 6;

/** Adds a stored picture behind the product's own, unless it has as many as it may. */
export async function addImage(
  tx: Tx,
  productId: number,
  image: { key: string; kind: string; name: string; bytes: number },
): Promise<void> {
  const added = await tx.rows(sql`update product set images = images || ${image.key}::text, version = version + 1,
      updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${productId} and cardinality(images) < ${MOST} returning id`);
  if (added.length === 0) return;
  await tx.rows(sql`insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
    values (${sql.company}, ${KIND}, ${productId}, ${image.key}, ${image.name}, ${MIMES[image.kind] ?? 'image/png'}, ${image.bytes}, ${tx.actor.userId})`);
}

/**
 * Makes uploaded pictures the product's own. Only keys that came from an upload of pictures of this company are taken:
 * any other key would be a way to read somebody else's file.
 * @throws badField images
 */
export async function claimImages(tx: Tx, productId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const owned = await tx.rows<{ fileKey: string }>(sql`
    update attachment set doc_id = ${productId} where company_id = ${tx.companyId} and doc_kind = ${KIND}
      and doc_id in (0, ${productId}) and file_key = any(${arrayOf(keys)}::text[]) returning file_key`);
  const known = new Set(owned.map((row) => row.fileKey));
  if (keys.some((key) => !known.has(key))) throw badField('images', 'catalog.imageUnknown');
}

export async function readImage(app: App, ctx: Ctx, productId: number, key: string): Promise<FileAnswer> {
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ name: string; mime: string }>(sql`select name, mime from attachment where company_id = ${tx.companyId}
      and doc_kind = ${KIND} and doc_id = ${productId} and file_key = ${key}`),
  );
  if (!row) throw notFound('catalog.imageUnknown');
  return { name: row.name, mime: row.mime, data: await app.files.get(ctx.companyId, key), inline: true };
}
