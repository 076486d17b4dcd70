import { getMessageList, getNotReadInformation } from '@tradewind/contract/messages.ts';
import { createUser } from '../apps/server/src/areas/identity/public.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, perSecond, round, timesOf } from './lib.ts';

const CLIENTS = 16;
const RUNS = 60;

type Input = Parameters<typeof Client.prototype.text<typeof getMessageList>>[1];

/** Messages of one user, a tenth of them unread, beside as many of a colleague: each filter of the notice dialog over HTTP. */
export async function messages(args: string[]): Promise<Figures> {
  const count = Number(args[0] ?? 100_000);
  const bench = await openBench();
  log(`writing ${count} messages`);
  await fill(bench, count);
  const url = await bench.startApi(18_303);
  const client = new Client(url, bench.token);
  const kinds: Record<string, Input> = {
    unread: { itemOption: 'N' },
    read: { itemOption: 'Y' },
    all: {},
    page1000: { pageNum: 1000 },
    day: { startDate: '2026-01-20', endDate: '2026-01-20' },
    unreadOfDay: { startDate: '2026-01-20', endDate: '2026-01-20', itemOption: 'N' },
    usualWord: { msgKeyWord: 'batch' },
    rareWord: { msgKeyWord: 'number 777 ' },
    unreadRareWord: { msgKeyWord: 'number 777 ', itemOption: 'N' },
    noSuchWord: { msgKeyWord: 'nobody wrote this' },
    sent: { type: 'send' },
    sentOfDay: { type: 'send', startDate: '2026-01-20', endDate: '2026-01-20' },
    sentRareWord: { type: 'send', msgKeyWord: 'number 777 ' },
    sentToRare: { type: 'send', receiver: 'rare' },
    sentUnread: { type: 'send', itemOption: 'N' },
  };
  const figures: Figures = { messages: count };
  for (const [kind, input] of Object.entries(kinds)) {
    const times = await timesOf(RUNS, () => client.text(getMessageList, input), 10);
    figures[`${kind}P50`] = round(percentile(times, 0.5));
    figures[`${kind}P95`] = round(percentile(times, 0.95));
    log(`${kind} ${figures[`${kind}P50`]} ms`);
  }
  const times = await timesOf(RUNS, () => client.text(getNotReadInformation, {}), 10);
  figures.countsP50 = round(percentile(times, 0.5));
  const clients = Array.from({ length: CLIENTS }, () => new Client(url, bench.token));
  const { rate } = await perSecond(CLIENTS, 5, (i) => (clients[i] ?? client).text(getMessageList, { itemOption: 'N' }));
  figures.unreadPerSecond = round(rate, 0);
  for (const each of [client, ...clients]) each.close();
  await bench.close();
  return { ...figures, unit: 'ms' };
}

async function fill(bench: Bench, count: number): Promise<void> {
  const { app, companyId } = bench;
  const { owner } = app.database;
  const add = (userLoginId: string) =>
    createUser(app, companyId, {
      ...{ userLoginId, name: userLoginId, email: `${userLoginId}@tradewind.invalid`, password: 'Tradewind2026' },
      ...{ mainAccount: false, emailVerified: true },
    });
  const [colleague, rare] = [await add('colleague'), await add('rare')];
  const found = await owner.query(`select id from user_account where company_id = $1 and main_account`, [companyId]);
  const me = (found.rows[0] as { id: number }).id;
  for (const [from, to] of [
    [colleague, me],
    [me, colleague],
  ])
    await owner.query(
      `with sent as (
         insert into message (company_id, thesis, content, sender_id, sender, sent_at)
         select $1, 'Delivery batch number ' || n || ' has arrived', '<p>Please put it away</p>', $2, 'Sender',
           timestamptz '2026-01-01' + make_interval(secs => n * 120)
         from generate_series(1, $4::int) n returning company_id, id, sent_at, thesis)
       insert into message_copy (company_id, receiver_id, message_id, read, alert, sent_at, topic)
       select company_id, case when id % 5000 = 0 and $3 <> $6::bigint then $5::bigint else $3 end, id, id % 10 > 0, false, sent_at, lower(thesis) from sent`,
      [companyId, from, to, count, rare, me],
    );
  await owner.query('vacuum analyze');
}
