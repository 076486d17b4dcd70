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

export async function messagePage(tx: Tx, query: Query, language: Language): Promise<Page> {
  if (query.type === 'receive' && query.receiver && query.receiver !== tx.actor.name)
    throw badField('receiver', 'messages.notYours');
  const where = await filterOf(tx, query);
  const received = query.type === 'receive';
  const from = received ? RECEIVED : SENT;
  // Only filters on the message itself need it for counting.
  const counted =
    received && !touchesMessage(query) ? 'message_copy c where c.company_id = $1 and c.receiver_id = $2' : from;
  const name = `messages_${query.type}_${where.parts.length}_${signature(query)}`;
  const { values } = where;
  const at = values.length;
  const [rows, [count]] = await Promise.all([
    tx.prepared<Found>(
      `${name}_page`,
      `select m.id, m.thesis, m.sender, m.sender_id as "senderId", ${received ? READ : ALL_READ} as read,
         ${received ? 'c.alert' : 'false'} as alert, m.sent_at as "sentAt"
       from ${from}${where.text} order by ${received ? 'c.message_id' : 'm.id'} desc limit $${at + 1} offset $${at + 2}`,
      [...values, query.pageSize, (query.pageNum - 1) * query.pageSize],
    ),
    tx.prepared<{ total: number }>(
      `${name}_count`,
      `select count(*) as total from (select 1 from ${counted}${where.text} limit ${MESSAGES_COUNTED + 1}) n`,
      values,
    ),
  ]);
  const total = Math.min(count?.total ?? 0, MESSAGES_COUNTED);
  return {
    records: rows.map((row) => asRow(row, language)),
    total,
    totalExact: (count?.total ?? 0) <= MESSAGES_COUNTED,
  };
}

const RECEIVED = `message_copy c join message m on m.company_id = $1 and m.id = c.message_id
  where c.company_id = $1 and c.receiver_id = $2`;
const SENT = 'message m where m.company_id = $1 and m.sender_id = $2 and not m.sender_deleted';
const READ = 'c.read';
const ALL_READ =
  'not exists (select 1 from message_copy o where o.company_id = $1 and o.message_id = m.id and not o.read)';

const touchesMessage = (query: Query) => Boolean(query.startDate || query.endDate || query.msgKeyWord);
const signature = (query: Query) =>
  [query.itemOption, query.startDate, query.endDate, query.msgKeyWord, query.type === 'send' && query.receiver]
    .map((part) => (part ? 1 : 0))
    .join('');

async function filterOf(tx: Tx, query: Query): Promise<Where> {
  const where = new Where([tx.companyId, tx.actor.userId]);
  const received = query.type === 'receive';
  if (query.itemOption) where.add((at) => `${received ? READ : ALL_READ} = ${at}::boolean`, query.itemOption === 'Y');
  const zone = query.startDate || query.endDate ? (await companyOf(tx)).timeZone : '';
  if (query.startDate)
    where.add(
      (at) => `m.sent_at >= (${at}::text[])[1]::timestamp at time zone (${at}::text[])[2]`,
      [query.startDate, zone],
    );
  if (query.endDate)
    where.add(
      (at) => `m.sent_at < ((${at}::text[])[1]::timestamp + interval '1 day') at time zone (${at}::text[])[2]`,
      [query.endDate, zone],
    );
  if (query.msgKeyWord) where.add((at) => `m.thesis ilike ${at}`, `%${query.msgKeyWord.replace(/[\\%_]/g, '\\$&')}%`);
  if (!received && query.receiver)
    where.add(
      (at) => `exists (select 1 from message_copy o join user_account u on u.company_id = $1 and u.id = o.receiver_id
         where o.company_id = $1 and o.message_id = m.id and u.user_login_id = ${at})`,
      query.receiver,
    );
  return where;
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
             order by message_id desc limit 100) c
       join message m on m.company_id = $1 and m.id = c.message_id
       where c.alert order by m.id desc`,
      mine,
    ),
  ]);
  return { num: count?.num ?? 0, alerts: rows.map((row) => asRow(row, language)) };
}
