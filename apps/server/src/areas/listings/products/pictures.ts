import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { sniff } from '../../../core/http/uploads.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { addImage } from '../../catalog/public.ts';
import { readPicture } from '../../channels/public.ts';

const MOST_BYTES = 5 * 1024 * 1024;
const TOGETHER = 5;
const TRIES = 3;

interface Due {
  id: number;
  productId: number;
  platform: string;
  url: string;
  tries: number;
}

/** A job per company, one at a time: platforms' picture hosts are no place to hurry. */
const pictureJob = defineJob<object>(
  'listings.pictures',
  ['获取平台商品图片', 'Fetch pictures of listings'],
  async (app, ctx) => {
    let after = 0;
    for (;;) {
      const due = await app.database.inCompany(ctx, (tx) =>
        tx.rows<Due>(sql`select id, product_id, platform, url, tries from product_picture
          where company_id = ${sql.company} and state = 'due' and id > ${after} order by id limit ${sql.literal(TOGETHER)}`),
      );
      if (due.length === 0) break;
      await Promise.all(due.map((one) => fetchOne(app, ctx, one)));
      after = due.at(-1)?.id ?? after;
    }
    const left = await app.database.inCompany(ctx, (tx) =>
      tx.row(sql`select 1 as there from product_picture where company_id = ${sql.company} and state = 'due' limit 1`),
    );
    // The queue tries again, later each time.
    if (left) throw new Error('some pictures could not be fetched yet');
  },
);

/** These products take their platform's picture, soon. */
export async function askForPictures(
  tx: Tx,
  pictures: readonly { productId: number; platform: string; url: string }[],
  runId?: number,
): Promise<void> {
  if (pictures.length === 0) return;
  await tx.rows(sql`insert into product_picture (company_id, product_id, platform, url, run_id, at)
    select ${sql.company}, r."productId", r.platform, r.url, ${runId ?? null}, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as r("productId" bigint, platform text, url text)
    on conflict do nothing`);
  await addJob(
    tx,
    pictureJob,
    {},
    { key: 'listings.pictures', queue: 'listings.pictures', priority: 8, maxAttempts: 5 },
  );
}

async function fetchOne(app: App, ctx: Ctx, { id, productId, platform, url, tries }: Due): Promise<void> {
  const settle = (tx: Tx, state: 'due' | 'done' | 'refused', detail: string | null) =>
    tx.rows(sql`update product_picture set state = ${state}, tries = ${tries + 1}, detail = ${detail}, at = ${tx.now}
      where company_id = ${sql.company} and id = ${id} and state = 'due' returning id`);
  try {
    const data = await readPicture(app, platform, url, MOST_BYTES);
    const kind = sniff(data);
    if (kind !== 'jpg' && kind !== 'png' && kind !== 'gif')
      throw new ConnectorError(platform, 'rejected', 'no picture of a kind that products take');
    const key = await app.files.put(ctx.companyId, `image.${kind}`, data);
    await app.database.inCompany(ctx, async (tx) => {
      if ((await settle(tx, 'done', null)).length > 0)
        await addImage(tx, productId, { key, kind, bytes: data.length, name: `listing.${kind}` });
    });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const again = error.kind === 'unavailable' && tries + 1 < TRIES;
    await app.database.inCompany(ctx, (tx) => settle(tx, again ? 'due' : 'refused', error.message));
  }
}
