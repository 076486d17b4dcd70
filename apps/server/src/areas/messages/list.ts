import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import { type getMessageList, MESSAGES_COUNTED } from '@tradewind/contract/messages.ts';
import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { badField } from '../../core/errors.ts';
import { say } from '../../core/text/texts.ts';
import { companyOf } from '../company/public.ts';

type Query = ParsedOf<typeof getMessageList>;
type Page = ResultOf<typeof getMessageList>;
type Row = Page['records'][number];
interface Found {
  id: number;
  thesis: string;
  sender: string;
  senderId: number;
  read: boolean;
  alert: boolean;
  sentAt: Date;
}

/** Reads the matches once, up to the counting limit, for both the total and the rows of the page. */
export async function messagePage(tx: Tx, query: Query, language: Language): Promise<Page> {
  if (query.type === 'receive' && query.receiver && query.receiver !== tx.actor.userLoginId)
    throw badField('receiver', 'messages.notYours');
  const where = await filterOf(tx, query);
  const { keys, state } = SIDES(tx)[query.type];
  const rows = await tx.rows<{ total: number } & (Found | { id: null })>(
    sql`with found as materialized (
       select ${keys} and ${where} order by 2 desc, 1 desc limit ${sql.literal(MESSAGES_COUNTED + 1)}
     ), page as (
       select message_id from found order by sent_at desc, message_id desc limit ${query.pageSize} offset ${(query.pageNum - 1) * query.pageSize}
     )
     select counted.total, shown.* from (select count(*) as total from found) counted
     left join (select m.id, m.thesis, m.sender, m.sender_id, m.sent_at as "sentAt", ${state}
     ) shown on true order by shown."sentAt" desc, shown.id desc`,
  );
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.flatMap((row) => (row.id === null ? [] : [asRow(row, language)])),
    total: Math.min(total, MESSAGES_COUNTED),
    totalExact: total <= MESSAGES_COUNTED,
  };
}

const ALL_READ = sql`not exists (select 1 from message_copy o
  where o.company_id = ${sql.company} and o.message_id = m.id and not o.read)`;

/** Where the messages of each side are stored, and how they show whether they are read. */
const SIDES = ({ actor: { userId } }: Tx) => ({
  receive: {
    keys: sql`c.message_id, c.sent_at from message_copy c where c.company_id = ${sql.company} and c.receiver_id = ${userId}`,
    state: sql`c.read, c.alert from page join message m on m.company_id = ${sql.company} and m.id = page.message_id
      join message_copy c on c.company_id = ${sql.company} and c.receiver_id = ${userId} and c.message_id = page.message_id`,
  },
  send: {
    keys: sql`m.id as message_id, m.sent_at from message m
      where m.company_id = ${sql.company} and m.sender_id = ${userId} and not m.sender_deleted`,
    state: sql`${ALL_READ} as read, false as alert from page
      join message m on m.company_id = ${sql.company} and m.id = page.message_id`,
  },
});

async function filterOf(tx: Tx, query: Query): Promise<Sql> {
  const where: Sql[] = [];
  const received = query.type === 'receive';
  const sentAt = received ? sql`c.sent_at` : sql`m.sent_at`;
  if (query.itemOption) where.push(sql`${received ? sql`c.read` : ALL_READ} = ${query.itemOption === 'Y'}::boolean`);
  const zone = query.startDate || query.endDate ? (await companyOf(tx)).timeZone : '';
  if (query.startDate) where.push(sql`${sentAt} >= ${query.startDate}::timestamp at time zone ${zone}`);
  if (query.endDate) where.push(sql`${sentAt} < (${query.endDate}::timestamp + interval '1 day') at time zone ${zone}`);
  if (query.msgKeyWord) {
    const word = `%${query.msgKeyWord.replace(/[\\%_]/g, '\\$&')}%`;
    where.push(received ? sql`c.topic like lower(${word})` : sql`m.thesis ilike ${word}`);
  }
  if (!received && query.receiver)
    where.push(sql`m.id in (select o.message_id from message_copy o
      where o.company_id = ${sql.company} and o.receiver_id = ${await receiverId(tx, query.receiver)})`);
  return sql.and(where);
}

/** 0 for an unknown login id, which received nothing. */
async function receiverId(tx: Tx, userLoginId: string): Promise<number> {
  const [user] = await tx.rows<{ id: number }>(
    sql`select id from user_account where company_id = ${sql.company} and user_login_id = ${userLoginId}`,
  );
  return user?.id ?? 0;
}

function asRow(row: Found, language: Language): Row {
  return {
    msg_ID: row.id,
    msg_TYPE: 'notice',
    thesis: row.thesis,
    send: row.senderId === 0 ? say(language, 'messages.program') : row.sender,
    is_READ: row.read ? 'Y' : 'N',
    is_ALERT: row.alert ? 'Y' : 'N',
    send_TIME: row.sentAt.toISOString(),
  };
}

/** How many are unread, and the newest of those whose notification nobody has clicked. */
export async function unread(tx: Tx, language: Language): Promise<{ num: number; alerts: Row[] }> {
  const mine = sql`company_id = ${sql.company} and receiver_id = ${tx.actor.userId} and not read`;
  const [[count], rows] = await Promise.all([
    tx.rows<{ num: number }>(sql`select count(*) as num from (select 1 from message_copy where ${mine} limit 1000) n`),
    tx.rows<Found>(
      sql`select m.id, m.thesis, m.sender, m.sender_id, c.read, c.alert, m.sent_at as "sentAt"
       from (select * from message_copy where ${mine}
             order by sent_at desc, message_id desc limit 100) c
       join message m on m.company_id = ${sql.company} and m.id = c.message_id
       where c.alert order by c.sent_at desc, m.id desc`,
    ),
  ]);
  return { num: count?.num ?? 0, alerts: rows.map((row) => asRow(row, language)) };
}
