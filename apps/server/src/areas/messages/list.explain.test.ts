import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { getMessageList } from '@tradewind/contract/messages.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { explained, fillBig } from '../../testing/explain.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { messagePage, unread } from './list.ts';

const MESSAGES = 100_000;
const BIG = ['message', 'message_copy'];
/** Counting stops at 10,000. */
const COUNTED = 12_000;

let server: TestServer;
/** A user with 100,000 received messages, one in ten unread, and as many sent ones. */
let ctx: Ctx;
beforeAll(async () => {
  server = await ownServer();
  const main = await server.company();
  const other = await server.member(main.companyId);
  ctx = { ...main.ctx, actor: { userId: main.userId, name: main.userLoginId, mainAccount: true } };
  const { owner } = server.app.database;
  await fillBig(owner, ['message', 'message_copy'], async () => {
    for (const [from, to] of [
      [main.userId, other.userId],
      [other.userId, main.userId],
    ])
      await owner.query(
        `with sent as (
           insert into message (company_id, thesis, content, sender_id, sender, sent_at)
           select $1, 'Batch ' || n || ' has arrived', '', $2, 'S', timestamptz '2026-01-01' + make_interval(secs => n * 120)
           from generate_series(1, $4::int) n returning id, sent_at, thesis)
         insert into message_copy (company_id, receiver_id, message_id, read, sent_at, topic)
         select $1, $3, id, id % 10 > 0, sent_at, lower(thesis) from sent`,
        [main.companyId, from, to, MESSAGES],
      );
  });
});
afterAll(() => server.close());

type Query = Partial<ParsedOf<typeof getMessageList>>;
const page = (query: Query, touched: number) =>
  explained(
    server.app.database,
    ctx,
    (tx) => messagePage(tx, { type: 'receive', pageNum: 1, pageSize: 30, ...query }, 'zh'),
    { big: BIG, touched },
  );
const DAY = { startDate: '2026-01-20', endDate: '2026-01-20' };

it.each<[string, Query]>([
  ['all', {}],
  ['unread', { itemOption: 'N' }],
  ['read', { itemOption: 'Y' }],
  ['a late page', { pageNum: 300 }],
  ['a day', DAY],
  ['unread of a day', { ...DAY, itemOption: 'N' }],
  ['until a day', { endDate: '2026-01-02' }],
  ['since a day', { startDate: '2026-05-01' }],
  ['a word of a day', { ...DAY, msgKeyWord: 'batch' }],
  ['sent', { type: 'send' }],
  ['sent on a day', { ...DAY, type: 'send' }],
])('%s: a page is a range of an index, however many messages there are', async (_name, query) => {
  expect(await page(query, COUNTED)).toEqual([]);
});

it.each<[string, Query]>([
  ['received', { msgKeyWord: 'BATCH 777 ' }],
  ['unread', { msgKeyWord: 'batch 777 ', itemOption: 'N' }],
  ['sent', { msgKeyWord: 'batch 777 ', type: 'send' }],
])('a word among %s messages is looked for in the user’s own alone, once', async (_name, query) => {
  expect(await page(query, MESSAGES)).toEqual([]);
});

it('the counts of the header read what is unread, and no further than they count', async () => {
  const found = await explained(server.app.database, ctx, (tx) => unread(tx, 'zh'), { big: BIG, touched: 1000 });
  expect(found).toEqual([]);
});

it('the net of this test catches a page that goes through everything', async () => {
  const everything = await explained(
    server.app.database,
    ctx,
    (tx) => tx.rows(sql`select count(*) from message m where m.company_id = ${sql.company}`),
    { big: BIG, touched: COUNTED },
  );
  expect(everything).toHaveLength(1);
});
