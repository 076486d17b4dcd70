import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getUserInfoMain, savePreference } from '@tradewind/contract/identity.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { createCompany } from '../../areas/company/public.ts';
import { createUser, openSession } from '../../areas/identity/public.ts';
import type { App } from '../../core/app.ts';
import { readConfig } from '../../core/config.ts';
import { Vault } from '../../core/crypto.ts';
import { Database } from '../../core/database/database.ts';
import { startEmbedded } from '../../core/database/embedded.ts';
import { migrate } from '../../core/database/migrate.ts';
import { openFiles } from '../../core/files.ts';
import { openMailer } from '../../core/mail.ts';
import { asRole } from '../../core/start.ts';
import { serve } from '../../serve.ts';
import { brokenChecks } from '../checks.ts';
import { callOver, until } from '../harness.ts';
import { startPooler } from '../pooler.ts';

let tidy: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of tidy.reverse()) await each();
  tidy = [];
});

/** PgBouncer is restarted where the tests have one. */
const RESTARTED = process.env.TEST_POOLER ? (['database', 'pooler'] as const) : (['database'] as const);

it.each(RESTARTED)(
  'goes on by itself after the %s was restarted under load; until then calls fail in words',
  async (what) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tradewind-restart-'));
    await chmod(dataDir, 0o755);
    tidy.push(() => rm(dataDir, { recursive: true, force: true }));
    let server = await startEmbedded(dataDir, 'owner');
    tidy.push(() => server.stop());
    const direct = server.url('postgres');
    const pooler =
      what === 'pooler' ? await startPooler(direct, { postgres: 'owner', tradewind_app: 'app' }) : undefined;
    tidy.push(async () => pooler?.stop());
    const url = pooler?.through(direct) ?? direct;
    const database = new Database(
      { owner: url, app: asRole(url, 'tradewind_app', 'app'), direct: pooler && direct },
      { onError: () => {}, namedStatements: pooler?.named ?? true },
    );
    await migrate(database.owner, 'app');
    tidy.push(() => database.close());
    const config = readConfig({ TRADEWIND_DATA: dataDir, TRADEWIND_CAPTCHA: 'off', LOG_LEVEL: 'silent' });
    const log = pino(
      { level: 'error', serializers: { error: pino.stdSerializers.err } },
      { write: (line: string) => void console.log(line) },
    );
    const app: App = {
      config,
      database,
      vault: new Vault(config.secret),
      files: await openFiles(config),
      mailer: openMailer(config),
      log,
    };
    const served = await serve(app);
    await served.server.listen({ host: '127.0.0.1', port: 0 });
    tidy.push(() => served.close());
    const address = served.server.server.address();
    const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const companyId = await createCompany(app, { name: 'Restart', validated: true });
    const user = { userLoginId: 'restart', name: 'R', email: 'r@test.invalid', password: 'Tradewind2026' };
    const userId = await createUser(app, companyId, { ...user, mainAccount: true, emailVerified: true });
    const token = await openSession(app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'test' });

    const visited = new Map<number, number>();
    const kept: number[] = [];
    let working = true;
    const load = Array.from({ length: 8 }, async (_, client) => {
      for (let i = 0; working; i++) {
        const answer =
          i % 3 === 0
            ? await callOver(base, savePreference, { key: `load:${client}`, value: i }, token)
            : await callOver(base, listOrders, {}, token);
        visited.set(answer.status, (visited.get(answer.status) ?? 0) + 1);
        if (answer.status === 503) expect(answer.msg).toContain('数据库');
        if (answer.status === 200 && i % 3 === 0) kept[client] = i;
        await sleep(5);
      }
    });
    const answered = (status: number) => visited.get(status) ?? 0;
    await until(async () => answered(200) > 50);
    if (pooler) await pooler.restart();
    else {
      await server.stop();
      await until(async () => answered(503) > 0);
      server = await startEmbedded(dataDir, 'owner');
    }
    const before = answered(200);
    await until(async () => answered(200) > before + 100);
    working = false;
    await Promise.all(load);

    expect([...visited.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await callOver(base, getUserInfoMain, {}, token)).status).toBe(200);
    expect(await brokenChecks(app, companyId)).toEqual([]);
    const rows = await database.owner.query(`select key, value from user_preference where company_id = $1`, [
      companyId,
    ]);
    for (const row of rows.rows as { key: string; value: number }[])
      expect(row.value).toBeGreaterThanOrEqual(kept[Number(row.key.split(':')[1])] ?? 0);
  },
);
