import type { ImportPreview } from '@tradewind/contract/imports.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx, Rights } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { notFound } from '../../../core/errors.ts';
import { askerRights } from '../../../core/exports.ts';
import type { UploadedFile } from '../../../core/http/routes.ts';
import type { Problem } from '../../../core/import-kind.ts';
import { advanceRun, holdRun, openRun, runOf } from '../../../core/import-run.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { claim, type ImportResult, keep } from '../../../core/imports.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { memberOf } from '../../../core/zip.ts';
import { reportImport } from '../../messages/public.ts';
import { keepOwn } from '../families/inherit.ts';
import { pictureKind, picturesOf, type ZipPicture } from './image-zip.plan.ts';
import { attachImages, IMAGES_AT_MOST, type StoredImage } from './images.ts';

const KIND = { name: 'productImages' };
const SHOWN_BAD = 500;
const SHOWN_GOOD = 100;
const TITLES = {
  file: ['文件', 'File'],
  sku: ['主 SKU', 'Main SKU'],
  place: ['第几张', 'Place'],
} as const;

interface Owner {
  id: number;
  sku: string;
  images: string[];
}
const ownersOf = async (tx: Tx, pictures: readonly ZipPicture[], lock = sql.empty): Promise<Map<string, Owner>> => {
  const skus = [...new Set(pictures.map((one) => one.sku))];
  const rows = await tx.rows<Owner>(sql`select id, sku, images from product
    where company_id = ${sql.company} and sku = any(${arrayOf(skus)}::text[]) order by id ${lock}`);
  return new Map(rows.map((row) => [row.sku, row]));
};

/** Says what each picture of an archive would do, and keeps the archive. */
export async function previewImageZip(app: App, ctx: Ctx, file: UploadedFile): Promise<ImportPreview> {
  const pictures = picturesOf(file.data);
  const fileKey = await app.files.put(ctx.companyId, 'images.zip', file.data);
  return app.database.inCompany(ctx, async (tx) => {
    const owners = await ownersOf(tx, pictures);
    const rows = pictures.map((one) => {
      const owner = owners.get(one.sku);
      const problem = one.problem ?? (owner ? undefined : { code: 'catalog.skuUnknown', params: { sku: one.sku } });
      return {
        line: one.line,
        action: problem ? null : one.place <= (owner?.images.length ?? 0) ? ('update' as const) : ('create' as const),
        cells: { file: one.file, sku: one.sku, place: one.place > 0 ? String(one.place) : '' },
        problems: problem
          ? [{ column: columnOf(problem), message: say(ctx.language, problem.code, problem.params) }]
          : [],
      };
    });
    const importId = await keep(tx, { kind: `import:${KIND.name}`, of: 0, fileKey, file });
    await openRun(tx, importId, groupsOf(pictures).length);
    const bad = rows.filter((row) => row.problems.length > 0);
    const good = rows.filter((row) => row.problems.length === 0);
    return {
      importId,
      total: rows.length,
      good: good.length,
      bad: bad.length,
      columns: Object.entries(TITLES).map(([key, title]) => ({ key, title: title[ctx.language === 'zh' ? 0 : 1] })),
      unknownColumns: [],
      rows: [...bad.slice(0, SHOWN_BAD), ...good.slice(0, SHOWN_GOOD)],
    };
  });
}

const columnOf = ({ code }: Pick<Problem, 'code'>) => (code === 'catalog.skuUnknown' ? 'sku' : 'file');

/** Good pictures by SKU, in an order that only the archive decides: a run continues where it was cut off. */
const groupsOf = (pictures: readonly ZipPicture[]): ZipPicture[][] =>
  [
    ...Map.groupBy(
      pictures.filter((one) => !one.problem),
      (one) => one.sku,
    ),
  ]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group.sort((a, b) => a.place - b.place));

interface Run {
  importId: number;
  asker: Pick<Ctx, 'actor' | 'language'>;
}
const PRODUCTS_EACH = 20;

const job = defineJob<Run>(
  'catalog.imageZip',
  ['导入商品图片', 'Import product pictures'],
  async (app, jobCtx, { importId, asker }) => {
    const requested: { userId: number; rights?: Rights } = { userId: asker.actor.userId };
    await app.database.inCompany(jobCtx, (tx) => askerRights.call(tx, requested));
    // A deleted user imports nothing any more.
    if (!requested.rights) return;
    const ctx: Ctx = { ...jobCtx, ...asker, rights: requested.rights };
    const kept = await app.database.look(ctx, (tx) =>
      tx.row<{ fileKey: string }>(
        sql`select file_key from attachment where company_id = ${sql.company} and id = ${importId}`,
      ),
    );
    if (!kept) throw notFound('import.notFound');
    const data = await app.files.get(ctx.companyId, kept.fileKey);
    const pictures = picturesOf(data);
    const groups = groupsOf(pictures);
    let place = (await app.database.look(ctx, (tx) => runOf(tx, importId)))?.place ?? 0;
    const early = pictures.flatMap((one) => (one.problem ? [refusal(ctx, one, one.problem)] : []));
    for (const set of setsOf(groups.slice(place), PRODUCTS_EACH)) {
      const stored = await store(app, ctx, data, set.flat());
      await app.database.inCompany(ctx, async (tx) => {
        await holdRun(tx, importId, place);
        const result = await attach(tx, ctx, set.flat(), stored);
        if (place === 0) result.skipped.unshift(...early);
        const total = await advanceRun(tx, importId, set.length, result);
        if (place + set.length === groups.length)
          await reportImport(tx, ctx, total, 'catalog.imagesDone', 'catalog.imagesAllIn');
      });
      place += set.length;
    }
  },
);

export async function startImageZip(tx: Tx, ctx: Ctx, importId: number): Promise<ImportResult> {
  await claim(tx, ctx, KIND, importId);
  const asker = { actor: ctx.actor, language: ctx.language };
  await addJob(tx, job, { importId, asker }, { maxAttempts: 10, priority: 10 });
  return { queued: true, created: 0, updated: 0, skipped: [] };
}

type Refusal = ImportResult['skipped'][number];
const refusal = (
  ctx: Ctx,
  { line, file }: ZipPicture,
  { code, params }: Pick<Problem, 'code' | 'params'>,
): Refusal => ({
  line,
  label: file,
  reason: say(ctx.language, code, params),
});

/** Unpacks the pictures and keeps those that are some; one is in memory at a time. */
async function store(
  app: App,
  ctx: Ctx,
  data: Buffer,
  pictures: readonly ZipPicture[],
): Promise<Map<number, StoredImage>> {
  const stored = new Map<number, StoredImage>();
  for (const { line, file, member } of pictures) {
    const content = unpack(data, member);
    const kind = content && pictureKind(content);
    if (!content || !kind) continue;
    const key = await app.files.put(ctx.companyId, `image.${kind}`, content);
    stored.set(line, { key, kind, name: file, bytes: content.length });
  }
  return stored;
}

/** Not more than the directory claims, of which the sum was checked. */
function unpack(data: Buffer, member: ZipPicture['member']): Buffer | undefined {
  try {
    return memberOf(data, member, member.size);
  } catch {
    return undefined;
  }
}

async function attach(
  tx: Tx,
  ctx: Ctx,
  pictures: readonly ZipPicture[],
  stored: ReadonlyMap<number, StoredImage>,
): Promise<ImportResult> {
  const owners = await ownersOf(tx, pictures, sql`for update`);
  const after = new Map([...owners.values()].map((owner) => [owner.id, [...owner.images]]));
  const added: (StoredImage & { productId: number })[] = [];
  const result: ImportResult = { created: 0, updated: 0, skipped: [] };
  const refuse = (one: ZipPicture, problem: Pick<Problem, 'code' | 'params'>) =>
    result.skipped.push(refusal(ctx, one, problem));
  for (const one of pictures) {
    const owner = owners.get(one.sku);
    const image = stored.get(one.line);
    const images = owner && after.get(owner.id);
    if (!owner || !images) refuse(one, { code: 'catalog.skuUnknown', params: { sku: one.sku } });
    else if (!image) refuse(one, { code: 'catalog.pictureKind' });
    else if (one.place > images.length && images.length >= IMAGES_AT_MOST)
      refuse(one, { code: 'catalog.picturesFull' });
    else {
      result[one.place <= owner.images.length ? 'updated' : 'created']++;
      images[Math.min(one.place - 1, images.length)] = image.key;
      added.push({ ...image, productId: owner.id });
    }
  }
  const changed = [...owners.values()].filter((owner) => added.some((one) => one.productId === owner.id));
  await attachImages(tx, added, new Map(changed.map(({ id }) => [id, after.get(id) ?? []])));
  await keepOwn(
    tx,
    changed.map((owner) => owner.id),
  );
  writeHistory(
    tx,
    changed.map(({ id, images }) => ({
      ...{ docKind: 'product', docId: id, event: 'edited' },
      detail: { by: 'import', changes: { images: [images, after.get(id)] } },
    })),
  );
  return result;
}
