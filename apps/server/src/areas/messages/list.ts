import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import { type getMessageList, MESSAGES_COUNTED } from '@tradewind/contract/messages.ts';
import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
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

/** Conditions of a filter; each value becomes a parameter. */
class Where {
  readonly values: unknown[];
  readonly parts: string[] = [];
  constructor(values: unknown[]) {
    this.values = values;
  }
  add(part: (at: string) => string, value: unknown): void {
    this.values.push(value);
    this.parts.push(part(`$${this.values.length}`));
  }
  get text(): string {
    return this.parts.map((part) => ` and ${part}`).join('');
  }
}

/** What the filter matches is gone through once, as far as it is counted: for the total and for the page's rows. */
export async function messagePage(tx: Tx, query: Query, language: Language): Promise<Page> {
  if (query.type === 'receive' && query.receiver && query.receiver !== tx.actor.name)
    throw badField('receiver', 'messages.notYours');
  const where = await filterOf(tx, query);
  const { values } = where;
  const at = values.length;
  const rows = await tx.prepared<{ total: number } & (Found | { id: null })>(
    `messages_${query.type}_${signature(query)}`,
    `with found as materialized (
       select ${KEYS[query.type]}${where.text} order by 2 desc, 1 desc limit ${MESSAGES_COUNTED + 1}
     ), page as (
       select message_id from found order by sent_at desc, message_id desc limit $${at + 1} offset $${at + 2}
     )
     select counted.total, shown.* from (select count(*) as total from found) counted
     left join (select m.id, m.thesis, m.sender, m.sender_id as "senderId", m.sent_at as "sentAt", ${STATE[query.type]}
     ) shown on true order by shown."sentAt" desc, shown.id desc`,
    [...values, query.pageSize, (query.pageNum - 1) * query.pageSize],
  );
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.flatMap((row) => (row.id === null ? [] : [asRow(row, language)])),
    total: Math.min(total, MESSAGES_COUNTED),
    totalExact: total <= MESSAGES_COUNTED,
  };
}

const KEYS = {
  receive: 'c.message_id, c.sent_at from message_copy c where c.company_id = $1 and c.receiver_id = $2',
  send: 'm.id as message_id, m.sent_at from message m where m.company_id = $1 and m.sender_id = $2 and not m.sender_deleted',
};
const ALL_READ =
  'not exists (select 1 from message_copy o where o.company_id = $1 and o.message_id = m.id and not o.read)';
const STATE = {
  receive: `c.read, c.alert from page join message m on m.company_id = $1 and m.id = page.message_id
    join message_copy c on c.company_id = $1 and c.receiver_id = $2 and c.message_id = page.message_id`,
  send: `${ALL_READ} as read, false as alert from page join message m on m.company_id = $1 and m.id = page.message_id`,
};

const signature = (query: Query) =>
  [query.itemOption, query.startDate, query.endDate, query.msgKeyWord, query.type === 'send' && query.receiver]
    .map((part) => (part ? 1 : 0))
    .join('');

async function filterOf(tx: Tx, query: Query): Promise<Where> {
  const where = new Where([tx.companyId, tx.actor.userId]);
  const received = query.type === 'receive';
  const sentAt = received ? 'c.sent_at' : 'm.sent_at';
  if (query.itemOption)
    where.add((at) => `${received ? 'c.read' : ALL_READ} = ${at}::boolean`, query.itemOption === 'Y');
  const zone = query.startDate || query.endDate ? (await companyOf(tx)).timeZone : '';
  if (query.startDate)
    where.add(
      (at) => `${sentAt} >= (${at}::text[])[1]::timestamp at time zone (${at}::text[])[2]`,
      [query.startDate, zone],
    );
  if (query.endDate)
    where.add(
      (at) => `${sentAt} < ((${at}::text[])[1]::timestamp + interval '1 day') at time zone (${at}::text[])[2]`,
      [query.endDate, zone],
    );
  if (query.msgKeyWord)
    where.add(
      (at) => (received ? `c.topic like lower(${at})` : `m.thesis ilike ${at}`),
      `%${query.msgKeyWord.replace(/[\\%_]/g, '\\$&')}%`,
    );
  if (!received && query.receiver)
    where.add(
      (at) => `m.id in (select o.message_id from message_copy o where o.company_id = $1 and o.receiver_id = ${at})`,
      await receiverId(tx, query.receiver),
    );
  return where;
}

/** 0 for a login id that nobody has: they received nothing. */
async function receiverId(tx: Tx, userLoginId: string): Promise<number> {
  const [user] = await tx.prepared<{ id: number }>(
    'message_receiver',
    'select id from user_account where company_id = $1 and user_login_id = $2',
    [tx.companyId, userLoginId],
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
  const mine = [tx.companyId, tx.actor.userId];
  const [[count], rows] = await Promise.all([
    tx.prepared<{ num: number }>(
      'messages_unread',
      `select count(*) as num from (select 1 from message_copy
         where company_id = $1 and receiver_id = $2 and not read limit 1000) n`,
      mine,
    ),
    tx.prepared<Found>(
      'messages_alerts',
      `select m.id, m.thesis, m.sender, m.sender_id as "senderId", c.read, c.alert, m.sent_at as "sentAt"
       from (select * from message_copy where company_id = $1 and receiver_id = $2 and not read
             order by sent_at desc, message_id desc limit 100) c
       join message m on m.company_id = $1 and m.id = c.message_id
       where c.alert order by c.sent_at desc, m.id desc`,
      mine,
    ),
  ]);
  return { num: count?.num ?? 0, alerts: rows.map((row) => asRow(row, language)) };
}
