import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rights } from '@tradewind/contract/access/modules.ts';
import { cancelExport, downloadExport } from '@tradewind/contract/catalog.ts';
import { listLinks, makeLink, withdrawLink } from '@tradewind/contract/links.ts';
import { getMessageList } from '@tradewind/contract/messages.ts';
import * as calls from '@tradewind/contract/reports/requests.ts';
import { runReport } from '@tradewind/contract/reports.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Ctx, systemContext } from '../../../core/context.ts';
import { defineExport, rerunExport, rightsOf, startExport } from '../../../core/exports.ts';
import { jobKinds } from '../../../core/jobs/jobs.ts';
import { forgetFiles } from '../../../core/retention.ts';
import { memberOf, membersOf } from '../../../core/zip.ts';
import { cellsOf } from '../../../testing/export.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { addShop, grantShops, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { reportExport } from '../kit/files.ts';
import { runSchedules } from './run.ts';

const CENTRE = [rights.reportCentre.view, rights.reportCentre.add, rights.reportCentre.download];
const REPORT = [rights.productReport.view, rights.productReport.export];

let server: TestServer;
let world: OrderWorld;
let otherShop: number;
const owner = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.app.database.owner.query(text, values)).rows as T[];
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
  otherShop = (await addShop(server, world.main.companyId, { name: 'Other' })).id;
  const units = [7, 100];
  for (const [at, shopId] of [world.shop.id, otherShop].entries())
    await owner(
      `insert into sku_day (company_id, on_day, shop_id, product_id, country, units, refunded_units, goods, shipping, discount,
         refund, platform_fee, advertising, goods_cost, label_cost, other_cost, fresh)
       values ($1, '2026-03-18', $2, $3, 'US', $4, 0, 70, 0, 0, 0, 0, 0, 33.33, 0, 0, false)`,
      [world.main.companyId, shopId, world.productIds[0], units[at]],
    );
});
afterAll(() => server.close());

async function person(
  modules: readonly string[] = [...CENTRE, ...REPORT],
  base = ['export', 'seeCost'],
): Promise<Person> {
  const member = await server.member(world.main.companyId, [...modules]);
  await grantShops(server, member, world.shop.id);
  for (const one of base)
    await owner('insert into user_base_permission values ($1, $2, $3)', [member.companyId, member.userId, one]);
  return member;
}

/** Runs the waiting job of a file as a worker would, at its `attempt`; it stays when it fails. */
async function work(exportId: number, attempt = 1): Promise<void> {
  const jobs = await owner<{ id: string; task: string; payload: Record<string, unknown> }>(
    `select j.id, t.identifier as task, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where (j.payload ->> 'exportId')::bigint = $1`,
    [exportId],
  );
  for (const { id, task, payload } of jobs) {
    const { companyId, ...rest } = payload;
    const ctx = systemContext(Number(companyId), task, `job-${id}`);
    await jobKinds()
      .get(task)
      ?.handler(server.app, ctx, rest as never, { attempt, maxAttempts: 3 });
    await owner('delete from graphile_worker._private_jobs where id = $1', [id]);
  }
}

const fileOf = async (exportId: number) =>
  (
    await owner<{ state: string; error: string | null; file_key: string | null; filter: object; expires_at: Date }>(
      'select state, error, file_key, filter, expires_at from export_file where id = $1',
      [exportId],
    )
  )[0];
const daysIn = async (exportId: number) =>
  (
    await owner<{ from: string; to: string }>(
      `select payload -> 'filter' ->> 'from' as from, payload -> 'filter' ->> 'to' as to from graphile_worker._private_jobs
       where (payload ->> 'exportId')::bigint = $1`,
      [exportId],
    )
  )[0];
async function bytesOf(path: string, as?: Person, body?: object): Promise<Response> {
  const url = `${server.url}/api${path}`;
  if (!body) return fetch(url, { headers: { token: as?.token ?? '' } });
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
const cells = async (exportId: number, as: Person) =>
  cellsOf(Buffer.from(await (await bytesOf(`${downloadExport.path}?id=${exportId}`, as)).arrayBuffer()));
const filesThere = async () =>
  (await readdir(join(server.app.config.dataDir, 'files', String(world.main.companyId)), { recursive: true })).filter(
    (one) => one.includes('.'),
  ).length;
const at = (as: Person, moment: string): Ctx => ({
  ...systemContext(as.companyId, 'test'),
  actor: { userId: as.userId, name: as.userLoginId, userLoginId: as.userLoginId, mainAccount: false },
  now: () => new Date(moment),
});
const MARCH = {
  report: 'product' as const,
  from: '2026-03-10',
  to: '2026-03-20',
  dimensions: ['product' as const],
  order: 'desc' as const,
};

describe('a request', () => {
  it('is made in the background of what its requester may see, in Excel or CSV, and listed as theirs', async () => {
    const clerk = await person();
    const { exportId } = await server.ok(calls.addReportFormsRequest, { report: MARCH }, clerk);
    const csv = await server.ok(calls.addReportFormsRequest, { report: MARCH, format: 'csv' }, clerk);
    await work(exportId);
    await work(csv.exportId);
    const { list, total } = await server.ok(calls.getReportFormsRequestPage, { pageNum: 1, pageSize: 30 }, clerk);
    expect(total).toBe(2);
    expect(list[1]).toMatchObject({ id: exportId, report: 'product', state: 'done', rowsDone: 1, format: 'xlsx' });
    expect(list[1]?.columns).toContain('商品成本');
    expect(await cells(exportId, clerk)).toMatchObject(
      [
        ['商品', '销量'],
        [expect.stringContaining('SKU-1'), '7'],
      ].map((row) => expect.arrayContaining(row)),
    );
    const text = await (await bytesOf(`${downloadExport.path}?id=${csv.exportId}`, clerk)).text();
    expect(text).toMatch(/^商品,销量/);
    // Only by who requested it.
    expect((await bytesOf(`${downloadExport.path}?id=${exportId}`, await person())).status).toBe(404);
    const done = await server.ok(calls.listReportRequests, { state: 'failed', report: 'product' }, clerk);
    expect(done.total).toBe(0);
  });

  it('says whether the books were closed when it was made, not when somebody saw the page', async () => {
    const clerk = await person();
    const month = async (state: string) =>
      owner(
        `insert into finance_period (company_id, month, state, version, changed_at, changed_by) values ($1, '2026-03-01', $2, 1, now(), '')
         on conflict (company_id, month) do update set state = excluded.state`,
        [world.main.companyId, state],
      );
    await month('closed');
    const shown = await server.ok(runReport, { ...MARCH, page: 1, pageSize: 10 }, clerk);
    expect(shown.header.books).toBe('closed');
    const { exportId } = await server.ok(calls.addReportFormsRequest, { report: MARCH }, clerk);
    await month('reopened');
    await work(exportId);
    const file = Buffer.from(await (await bytesOf(`${downloadExport.path}?id=${exportId}`, clerk)).arrayBuffer());
    const sheet = [...membersOf(file, 100)].find(({ name }) => name.endsWith('sheet2.xml'));
    const about = sheet ? memberOf(file, sheet, 1_000_000).toString('utf8') : '';
    expect(about).toContain('账期');
    expect(about).toContain('未结账');
    expect(about).not.toContain('已结账');
    await owner('delete from finance_period where company_id = $1', [world.main.companyId]);
  });

  it('needs the right to export the report, and its file the right to download', async () => {
    const without = await person([...CENTRE, rights.productReport.view]);
    expect((await server.call(calls.addReportFormsRequest, { report: 'product' }, without)).status).toBe(403);
    const noDownload = await person([rights.reportCentre.view, rights.reportCentre.add, ...REPORT]);
    const { exportId } = await server.ok(calls.addReportFormsRequest, { report: MARCH }, noDownload);
    await work(exportId);
    expect((await bytesOf(`${downloadExport.path}?id=${exportId}`, noDownload)).status).toBe(403);
    const link = { page: 'reportFile', docKind: 'export_file', docId: exportId, recipient: 'x' } as const;
    expect((await server.call(makeLink, link, noDownload)).status).toBe(403);
    expect((await server.call(calls.listReportRequests, {}, await person(REPORT))).status).toBe(403);
  });

  it('fails with a clear text where its requester has lost the right by then', async () => {
    const clerk = await person();
    const { exportId } = await server.ok(calls.addReportFormsRequest, { report: MARCH }, clerk);
    await owner(`delete from user_button where user_id = $1 and button = 'export'`, [clerk.userId]);
    await work(exportId);
    expect(await fileOf(exportId)).toMatchObject({ state: 'failed', error: '您没有导出该报表的权限' });
    const again = server.app.database.inCompany(at(clerk, '2026-03-14T17:00:00Z'), async (tx) => {
      const own = await rightsOf(tx, clerk.userId);
      return rerunExport(tx, { ...at(clerk, '2026-03-14T17:00:00Z'), rights: own ?? tx.rights }, exportId);
    });
    await expect(again).rejects.toMatchObject({ code: 'reports.mayNotExport' });
  });

  it('is made again with the days of that day, where its days move, and with the same ones where they stand', async () => {
    const clerk = await person();
    const ask = (moment: string, work: (tx: never, ctx: Ctx) => Promise<{ exportId: number }>) => {
      const ctx = at(clerk, moment);
      return server.app.database.inCompany(ctx, (tx) => work(tx as never, ctx));
    };
    const moving = { report: 'product' as const, days: 30, dimensions: ['product' as const], order: 'desc' as const };
    // 2026-03-15 in Shanghai.
    const first = await ask('2026-03-14T17:00:00Z', (tx, ctx) =>
      startExport(tx, ctx, reportExport, moving, { access: 'user', centre: true }),
    );
    expect(await daysIn(first.exportId)).toEqual({ from: '2026-02-14', to: '2026-03-15' });
    const again = await ask('2026-04-10T01:00:00Z', (tx, ctx) => rerunExport(tx, ctx, first.exportId));
    expect(await daysIn(again.exportId)).toEqual({ from: '2026-03-12', to: '2026-04-10' });
    expect((await fileOf(again.exportId))?.filter).toMatchObject({ days: 30 });
    const stands = await ask('2026-03-14T17:00:00Z', (tx, ctx) =>
      startExport(tx, ctx, reportExport, MARCH, { access: 'user' }),
    );
    const same = await ask('2026-04-10T01:00:00Z', (tx, ctx) => rerunExport(tx, ctx, stands.exportId));
    expect(await daysIn(same.exportId)).toEqual({ from: MARCH.from, to: MARCH.to });
  });

  it('expires with its file by the days that the company chose, and is deleted with it', async () => {
    const clerk = await person();
    expect((await server.call(calls.saveFileDays, { days: 3 }, clerk)).status).toBe(403);
    await server.ok(calls.saveFileDays, { days: 3 }, world.main);
    const { exportId } = await server.ok(calls.addReportFormsRequest, { report: MARCH }, clerk);
    expect((await server.call(calls.deleteReportRequest, { id: exportId }, clerk)).status).toBe(409);
    await work(exportId);
    const file = await fileOf(exportId);
    const key = join(server.app.config.dataDir, 'files', file?.file_key ?? '-');
    expect(existsSync(key)).toBe(true);
    const later = (days: number) => ({ ...world.main.ctx, now: () => new Date(Date.now() + days * 86_400_000) });
    await forgetFiles(server.app, later(2.9));
    expect(await fileOf(exportId)).toMatchObject({ state: 'done' });
    await forgetFiles(server.app, later(3.1));
    expect(await fileOf(exportId)).toMatchObject({ state: 'expired', file_key: null });
    expect(existsSync(key)).toBe(false);
    expect((await bytesOf(`${downloadExport.path}?id=${exportId}`, clerk)).status).toBe(409);
    await server.ok(calls.saveFileDays, { days: 30 }, world.main);
    const again = await server.ok(calls.rerunReportRequest, { id: exportId }, clerk);
    await work(again.exportId);
    const there = await filesThere();
    await server.ok(calls.deleteReportRequest, { id: again.exportId }, clerk);
    expect(await fileOf(again.exportId)).toBeUndefined();
    expect(await filesThere()).toBe(there - 1);
  });
});

/** An export of three parts; `between` happens before the second one. */
let between: (() => Promise<unknown>) | undefined;
const slow = defineExport<object, { n: number }>({
  ...{ name: 'test.slow', title: ['慢', 'Slow'], filter: z.object({}) },
  columns: () => [{ title: ['数', 'n'], value: ({ n }) => n }],
  count: async () => 3,
  async page(_tx, _ctx, _filter, cursor) {
    const n = Number(cursor ?? 0);
    if (n === 1) await between?.();
    return { rows: [{ n }], next: n < 2 ? String(n + 1) : null };
  },
});
async function slowFile(clerk: Person): Promise<number> {
  const ctx = at(clerk, new Date().toISOString());
  const { exportId } = await server.app.database.inCompany(ctx, (tx) =>
    startExport(tx, ctx, slow, {}, { access: 'user' }),
  );
  return exportId;
}

describe('a file under way', () => {
  it('is not there when it is cancelled in the middle', async () => {
    const clerk = await person();
    const id = await slowFile(clerk);
    const there = await filesThere();
    between = () => server.ok(cancelExport, { id }, clerk);
    await work(id);
    between = undefined;
    expect(await fileOf(id)).toMatchObject({ state: 'cancelled', file_key: null });
    expect(await filesThere()).toBe(there);
    expect((await server.call(cancelExport, { id }, clerk)).status).toBe(409);
  });

  it('is one file when its worker dies, in the rows or while the file is put away, and the job is repeated', async () => {
    const clerk = await person();
    const there = await filesThere();
    const id = await slowFile(clerk);
    between = () => Promise.reject(new Error('killed'));
    await expect(work(id)).rejects.toThrow('killed');
    between = undefined;
    expect(await fileOf(id)).toMatchObject({ state: 'running' });
    const { files } = server.app;
    const put = files.putStream;
    files.putStream = async function (this: typeof files, ...all) {
      await put.apply(files, all);
      throw new Error('killed');
    };
    await expect(work(id, 2)).rejects.toThrow('killed');
    files.putStream = put;
    await work(id, 3);
    expect(await fileOf(id)).toMatchObject({ state: 'done' });
    expect(await filesThere()).toBe(there + 1);
    expect(await cells(id, clerk)).toEqual([['数'], ['0'], ['1'], ['2']]);
  });
});

describe('a schedule', () => {
  const saved = (as: Person, more: object = {}) =>
    server.ok(
      calls.saveReportSchedule,
      {
        name: 'Weekly',
        report: { ...MARCH, measures: ['units', 'goodsCost'] },
        every: 'day',
        hour: 6,
        ...more,
      } as never,
      as,
    );
  const due = (id: number) => owner(`update report_schedule set next_at = '2026-03-19T22:00Z' where id = $1`, [id]);
  const filesOf = (id: number) =>
    owner<{ id: number; user_id: string; state: string }>(
      'select id::int, user_id, state from export_file where schedule_id = $1 order by id',
      [id],
    );
  // Five past six in Shanghai.
  const clock = () => ({ ...world.main.ctx, now: () => new Date('2026-03-19T22:05:00Z') });

  it('makes one file for each person by their own rights, however often it runs, and mails readers no figures', async () => {
    const boss = await person();
    const reader = await person([...CENTRE, ...REPORT], ['export']);
    const stranger = await person([rights.reportCentre.view]);
    const { id } = await saved(boss, { readers: [reader.userId, stranger.userId] });
    await due(id);
    await Promise.all([runSchedules(server.app, clock()), runSchedules(server.app, clock())]);
    await runSchedules(server.app, clock());
    const files = await filesOf(id);
    expect(files.map((one) => Number(one.user_id)).sort()).toEqual(
      [boss.userId, reader.userId, stranger.userId].sort(),
    );
    const [next] = await owner<{ next_at: Date }>('select next_at from report_schedule where id = $1', [id]);
    expect(next?.next_at.toISOString()).toBe('2026-03-20T22:00:00.000Z');
    for (const file of files) await work(file.id);
    const of = (who: Person) => files.find((one) => Number(one.user_id) === who.userId)?.id ?? 0;
    expect(await cells(of(boss), boss)).toMatchObject([
      ['商品', '销量', '商品成本'],
      ['SKU-1 · 商品1', '7', '33.33'],
    ]);
    expect((await cells(of(reader), reader)).map((row) => row.length)).toEqual([2, 2]);
    expect(await fileOf(of(stranger))).toMatchObject({ state: 'failed' });
    // The mail, and the owner's message of the file that failed.
    for (const file of files) await work(file.id);
    await work(of(reader));
    const outbox = join(server.app.config.dataDir, 'outbox');
    const mails = (await readdir(outbox)).filter((name) => name.includes(reader.userLoginId));
    expect(mails).toHaveLength(1);
    const mail = await readFile(join(outbox, mails[0] ?? ''), 'utf8');
    expect(mail).toContain('/#/report/request');
    expect(mail).not.toMatch(/33\.33|SKU-1/);
    expect((await readdir(outbox)).some((name) => name.includes(stranger.userLoginId))).toBe(false);
    const { records } = await server.ok(getMessageList, {}, boss);
    expect(records.map(({ thesis }) => thesis)).toEqual(['定时报表未生成：Weekly']);
  });

  it('fails with a clear text where its owner has lost the right, and pauses with a message where they are gone', async () => {
    const boss = await person();
    const { id } = await saved(boss);
    await owner(`delete from user_base_permission where user_id = $1 and permission = 'export'`, [boss.userId]);
    await due(id);
    await runSchedules(server.app, clock());
    const [file] = await filesOf(id);
    await work(file?.id ?? 0);
    const listed = await server.ok(calls.listReportSchedules, {}, boss);
    expect(listed.rows).toMatchObject([
      { id, lastState: 'failed', lastError: '您没有导出数据的权限', state: 'active' },
    ]);
    await owner('update user_account set enabled = false where id = $1', [boss.userId]);
    await due(id);
    await runSchedules(server.app, clock());
    expect(await filesOf(id)).toHaveLength(1);
    const all = await server.ok(calls.listReportSchedules, {}, world.main);
    expect(all.rows.find((one) => one.id === id)).toMatchObject({ state: 'paused', paused: 'owner', mine: false });
    const { records } = await server.ok(getMessageList, {}, world.main);
    expect(records[0]?.thesis).toBe('定时报表已暂停：Weekly');
  });

  it('is changed, paused and deleted by its owner, not by others', async () => {
    const boss = await person();
    const { id } = await saved(boss);
    const colleague = await person();
    expect((await server.call(calls.pauseReportSchedule, { id, paused: true }, colleague)).status).toBe(404);
    expect((await server.call(calls.deleteReportSchedule, { id }, colleague)).status).toBe(404);
    await saved(boss, { id, version: 1, every: 'month', monthDay: 31, name: 'Monthly' });
    const stale = { id, version: 1, name: 'Old', report: MARCH, every: 'day', hour: 6 } as const;
    expect((await server.call(calls.saveReportSchedule, stale, boss)).status).toBe(409);
    await server.ok(calls.pauseReportSchedule, { id, paused: true }, boss);
    await due(id);
    await runSchedules(server.app, clock());
    expect(await filesOf(id)).toHaveLength(0);
    await server.ok(calls.pauseReportSchedule, { id, paused: false }, boss);
    const { rows } = await server.ok(calls.listReportSchedules, {}, boss);
    expect(rows).toMatchObject([{ name: 'Monthly', every: 'month', monthDay: 31, state: 'active' }]);
    expect(new Date(rows[0]?.nextAt ?? 0).getTime()).toBeGreaterThan(Date.now());
    await server.ok(calls.deleteReportSchedule, { id }, boss);
    expect((await server.ok(calls.listReportSchedules, {}, boss)).rows).toEqual([]);
    const wrong = { name: 'x', report: MARCH, every: 'week', hour: 6 } as const;
    expect((await server.call(calls.saveReportSchedule, wrong, boss)).status).toBe(400);
  });
});

describe('a link to a file', () => {
  async function linked(clerk: Person): Promise<{ exportId: number; key: string; id: number }> {
    const { exportId } = await server.ok(calls.addReportFormsRequest, { report: MARCH }, clerk);
    const link = { page: 'reportFile', docKind: 'export_file', docId: exportId, recipient: 'Auditor' } as const;
    const { url, id } = await server.ok(makeLink, link, clerk);
    expect(url).toContain('/#/reportFile?key=');
    return { exportId, id, key: new URL(url.replace('/#', '')).searchParams.get('key') ?? '' };
  }
  const opened = async (key: string) => (await server.call(calls.openReportFile, { key })).status;
  const taken = (key: string) => bytesOf(calls.sharedReportFile.path, undefined, { key });

  it('shows what it is, gives it when it is there, and leaves each use in the audit log', async () => {
    const clerk = await person();
    const { exportId, key } = await linked(clerk);
    expect(await server.ok(calls.openReportFile, { key })).toMatchObject({
      state: 'waiting',
      recipient: 'Auditor',
      rows: null,
    });
    expect((await taken(key)).status).toBe(409);
    await work(exportId);
    const shown = await server.ok(calls.openReportFile, { key });
    expect(shown).toMatchObject({ state: 'ready', rows: 1, madeBy: clerk.userLoginId });
    const file = await taken(key);
    expect(await cellsOf(Buffer.from(await file.arrayBuffer()))).toHaveLength(2);
    const log = await owner<{ act: string }>(
      `select detail ->> 'act' as act from audit_entry where action = 'reports.linkUsed' and target_id = $1 order by id`,
      [String(exportId)],
    );
    expect(log.map(({ act }) => act)).toEqual(['opened', 'opened', 'downloaded']);
    const { list } = await server.ok(calls.getReportFormsRequestPage, {}, clerk);
    expect(list[0]?.links).toBe(1);
  });

  it('ends when it expires, is revoked, or when who shared it may not export any more', async () => {
    const clerk = await person();
    const made = [await linked(clerk), await linked(clerk), await linked(clerk)] as const;
    for (const { exportId, key } of made) {
      await work(exportId);
      expect(await opened(key)).toBe(200);
    }
    const [expired, revoked, lost] = made;
    await owner(`update signed_link set expires_at = now() - interval '1 minute' where id = $1`, [expired.id]);
    await server.ok(withdrawLink, { id: revoked.id }, clerk);
    for (const { key } of [expired, revoked]) {
      expect(await opened(key)).toBe(404);
      expect((await taken(key)).status).toBe(404);
    }
    expect(await opened(lost.key)).toBe(200);
    await owner(`delete from user_base_permission where user_id = $1 and permission = 'export'`, [clerk.userId]);
    expect((await taken(lost.key)).status).toBe(404);
    // Nobody sees or makes links to a file of somebody else.
    const document = { docKind: 'export_file', docId: lost.exportId } as const;
    expect((await server.call(listLinks, document, await person())).status).toBe(404);
  });
});
