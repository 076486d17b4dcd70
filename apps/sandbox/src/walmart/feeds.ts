import { randomUUID } from 'node:crypto';
import { type Context, header, rawBody } from '../http/app.ts';
import { isRecord, list, parseJson, text } from '../http/types.ts';
import type { Call, Operation } from './api.ts';
import { badContent, badParam, notFound } from './errors.ts';
import { takePrice, takeQuantity } from './items.ts';

interface Feed {
  id: string;
  type: keyof typeof TYPES;
  at: number;
  rows: { sku: string; wrong: string | undefined }[];
}

const TYPES = {
  inventory: { head: 'InventoryHeader', rows: 'Inventory', version: '1.4', take: takeQuantity },
  price: { head: 'PriceHeader', rows: 'Price', version: '1.7', take: takePrice },
} as const;

const isType = (name: string): name is keyof typeof TYPES => Object.hasOwn(TYPES, name);

/** Files of many articles, worked through one after another. Source: Feeds API. */
export function feeds(ctx: Context): Operation[] {
  const known = new Map<string, Feed>();
  ctx.world.onReset(() => known.clear());

  function take(call: Call) {
    const type = call.query.feedType ?? '';
    if (!isType(type)) throw badParam('FEED', 'feedType', `Invalid feedType: ${type}`);
    const content = fileOf(call);
    const form = TYPES[type];
    const head = content[form.head];
    if (!isRecord(head) || head.version !== form.version)
      throw badContent('FEED', form.head, `The ${form.head} has to say version ${form.version}`);
    const rows = list(content[form.rows]).map((row) => ({
      sku: isRecord(row) ? text(row.sku) : '',
      wrong: form.take(call, row),
    }));
    if (rows.length === 0) throw badContent('FEED', form.rows, 'The file holds no articles');
    const feed: Feed = {
      id: `${randomUUID().replaceAll('-', '').toUpperCase()}@AQMBAQA`,
      type,
      at: ctx.world.clock.now(),
      rows,
    };
    known.set(feed.id, feed);
    return { feedId: feed.id };
  }

  function status({ ids, query }: Call) {
    const feed = known.get(ids[0] ?? '');
    if (!feed) throw notFound('FEED', `No feed ${ids[0]}`);
    const offset = Number(query.offset ?? 0);
    const limit = Number(query.limit ?? 50);
    if (!Number.isInteger(offset) || !(limit >= 1 && limit <= 50))
      throw badParam('FEED', 'limit', 'The limit is between 1 and 50');
    const age = ctx.world.clock.now() - feed.at;
    const step = ctx.world.settings.feedStepMs;
    const done = age >= step * 2;
    const failed = feed.rows.filter((row) => row.wrong).length;
    return {
      feedId: feed.id,
      feedStatus: done ? 'PROCESSED' : age >= step ? 'INPROGRESS' : 'RECEIVED',
      itemsReceived: feed.rows.length,
      itemsSucceeded: done ? feed.rows.length - failed : 0,
      itemsFailed: done ? failed : 0,
      itemsProcessing: done ? 0 : feed.rows.length,
      offset,
      limit,
      itemDetails: {
        itemIngestionStatus:
          done && query.includeDetails === 'true'
            ? feed.rows.slice(offset, offset + limit).map(({ sku, wrong }, index) => ({
                martId: 0,
                sku,
                index: offset + index,
                ingestionStatus: wrong ? 'DATA_ERROR' : 'SUCCESS',
                ingestionErrors: {
                  ingestionError: wrong
                    ? [{ type: 'DATA_ERROR', code: 'ERR_EXT_DATA_0101', description: wrong }]
                    : null,
                },
              }))
            : [],
      },
    };
  }

  return [
    {
      method: 'POST',
      path: '/v3/feeds',
      name: 'feedUpload',
      service: 'FEED',
      rate: 'feeds',
      query: ['feedType'],
      multipart: true,
      handle: take,
    },
    {
      method: 'GET',
      path: '/v3/feeds/{feedId}',
      name: 'getFeedItemStatus',
      service: 'FEED',
      rate: 'feedStatus',
      query: ['includeDetails', 'offset', 'limit'],
      handle: status,
    },
  ];
}

/** The one file of a multipart body, as JSON. */
function fileOf({ request }: Call): Record<string, unknown> {
  const mark = /^multipart\/form-data;.*boundary="?([^";]+)"?/.exec(header(request, 'content-type'))?.[1];
  if (!mark) throw badContent('FEED', 'file', 'The request has to be multipart/form-data with a file');
  const parts = (rawBody(request)?.toString('utf8') ?? '').split(`--${mark}`);
  const file = parts.find((part) => /content-disposition:[^\r\n]*name="file"/i.test(part));
  const content = file?.slice(file.indexOf('\r\n\r\n') + 4);
  const parsed = content === undefined ? undefined : parseJson(Buffer.from(content.trim()));
  if (!isRecord(parsed)) throw badContent('FEED', 'file', 'The file cannot be read as JSON');
  return parsed;
}
