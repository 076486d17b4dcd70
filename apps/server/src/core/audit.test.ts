import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestServer, testServer } from '../testing/harness.ts';
import { auditActions, defineAction, writeAudit } from './audit.ts';
import { defineSetting, saveSetting, settingOf } from './company-settings.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const painted = defineAction('test.painted', ['刷漆', 'Painted']);
const days = defineSetting('test.days', z.number().int().min(1).max(365), 90);
const logged = async (companyId: number) =>
  (
    await server.app.database.owner.query(
      `select actor, action, target_kind, target_id, target_name, detail from audit_entry where company_id = $1 order by id`,
      [companyId],
    )
  ).rows;

it('the audit log gets what a transaction did, in its order, or nothing when it fails', async () => {
  const { ctx, companyId } = await server.company();
  const door = { action: painted, targetKind: 'door', targetName: 'Front door' };
  await server.app.database.inCompany(ctx, (tx) => {
    writeAudit(tx, [{ ...door, targetId: 1, detail: { colour: 'red' } }]);
    writeAudit(tx, [{ ...door, targetId: 2 }]);
  });
  const failing = server.app.database.inCompany(ctx, (tx) => {
    writeAudit(tx, [{ ...door, targetId: 3 }]);
    throw new Error('no paint');
  });
  await expect(failing).rejects.toThrow('no paint');
  const row = { actor: 'test', action: 'test.painted', target_kind: 'door', target_name: 'Front door' };
  expect(await logged(companyId)).toEqual([
    { ...row, target_id: '1', detail: { colour: 'red' } },
    { ...row, target_id: '2', detail: null },
  ]);
  expect(auditActions('en')).toContainEqual({ name: 'test.painted', title: 'Painted' });
  expect(() => defineAction('test.painted', ['x', 'x'])).toThrow('twice');
});

it('a company setting has its default until it is chosen, and again when what was chosen no longer fits', async () => {
  const { ctx, companyId } = await server.company();
  const read = () => server.app.database.look(ctx, (tx) => settingOf(tx, days));
  expect(await read()).toBe(90);
  await server.app.database.inCompany(ctx, (tx) => saveSetting(tx, days, 30));
  await server.app.database.inCompany(ctx, (tx) => saveSetting(tx, days, 60));
  expect(await read()).toBe(60);
  await expect(server.app.database.inCompany(ctx, (tx) => saveSetting(tx, days, 0))).rejects.toThrow();
  await server.app.database.owner.query(`update company_setting set value = '"soon"' where company_id = $1`, [
    companyId,
  ]);
  expect(await read()).toBe(90);
  const other = await server.company('Other');
  await server.app.database.inCompany(other.ctx, (tx) => saveSetting(tx, days, 7));
  expect(await read()).toBe(90);
});
