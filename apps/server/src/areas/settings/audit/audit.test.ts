import { rights } from '@tradewind/contract/access/modules.ts';
import { downloadExport, listExports } from '@tradewind/contract/catalog.ts';
import { login, logout } from '@tradewind/contract/identity.ts';
import { deleteChannel, mapChannel, saveChannel, setDefaultChannel } from '@tradewind/contract/logistics.ts';
import { deleteRule, saveRule } from '@tradewind/contract/orders.ts';
import { auditChoices, exportAudit, listAudit, saveExchangeRate } from '@tradewind/contract/settings.ts';
import {
  addWarehouse,
  createLocation,
  deleteLocations,
  generateLocationCodes,
  updateLocation,
} from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { systemContext } from '../../../core/context.ts';

import { cellsOf } from '../../../testing/export.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';

const painted = defineAction('test.varnished', ['上清漆', 'Varnished']);
let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
  // Noon of 1 March in Shanghai, then one entry a day.
  for (let day = 0; day < 5; day++) {
    const now = () => new Date(Date.UTC(2026, 2, 1 + day, 4));
    const ctx = { ...systemContext(main.companyId, 'painter'), now };
    await server.app.database.inCompany(ctx, (tx) =>
      writeAudit(tx, [{ action: painted, targetKind: 'door', targetId: day, targetName: `Door ${day}` }]),
    );
  }
});
afterAll(() => server.close());

describe('The audit log', () => {
  it('shows who did what, newest first, and goes on after a row', async () => {
    await server.ok(saveExchangeRate, { currency: 'EUR', onDay: '2026-03-01', toBase: '8.1' }, main);
    const { rows, total } = await server.ok(listAudit, {}, main);
    expect(total).toBe(6);
    expect(rows[0]).toMatchObject({
      action: 'settings.rateSet',
      title: '设置汇率',
      actor: main.userLoginId,
      targetName: 'EUR',
      detail: { onDay: '2026-03-01', toBase: '8.1' },
    });
    const next = await server.ok(listAudit, { before: rows[1]?.id ?? 0, pageSize: 2 }, main);
    expect(next.rows.map((row) => row.targetName)).toEqual(['Door 3', 'Door 2']);
    const second = await server.ok(listAudit, { page: 2, pageSize: 4 }, main);
    expect(second.rows.map((row) => row.targetName)).toEqual(['Door 1', 'Door 0']);
  });

  it('is filtered by days, person, act and thing', async () => {
    const names = async (input: object) => (await server.ok(listAudit, input, main)).rows.map((row) => row.targetName);
    expect(await names({ from: '2026-03-02', to: '2026-03-03' })).toEqual(['Door 2', 'Door 1']);
    expect(await names({ userId: main.userId })).toEqual(['EUR']);
    expect(await names({ action: 'test.varnished', to: '2026-03-01' })).toEqual(['Door 0']);
    expect(await names({ targetKind: 'door', targetId: '3' })).toEqual(['Door 3']);
    expect(await names({ text: 'door 4' })).toEqual(['Door 4']);
    const { actions, users } = await server.ok(auditChoices, {}, main);
    expect(actions).toContainEqual({ name: 'test.varnished', title: '上清漆' });
    expect(users.map((user) => user.userId)).toContain(main.userId);
  });

  it('knows who signed in and out, and who failed to', async () => {
    const member = await server.member(main.companyId);
    const { userLoginId } = member;
    const enter = (password: string) => server.call(login, { userLoginId, password, checkCode: '' });
    expect((await enter('Wrong-Word-2026')).code).not.toBe(200);
    const { token } = (await enter('Tradewind2026')).data;
    await server.ok(logout, {}, { ...member, token });
    const { rows } = await server.ok(listAudit, { userId: member.userId }, main);
    expect(rows.map((row) => row.action)).toEqual(['identity.signedOut', 'identity.signedIn', 'identity.signInFailed']);
    expect(rows.map((row) => row.address)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });

  it.each([
    ['zh', ['时间', '操作人', '操作', '对象', '对象编号', '详情', 'IP 地址'], '上清漆'],
    ['en', ['Time', 'User', 'Action', 'Object', 'Object ID', 'Details', 'IP address'], 'Varnished'],
  ])('is a file in %s: what the filter shows, in company time', async (language, headings, painted) => {
    await server.app.database.owner.query('update user_account set language = $3 where company_id = $1 and id = $2', [
      main.companyId,
      main.userId,
      language,
    ]);
    await server.startWorker();
    const { token } = await server.ok(login, {
      userLoginId: main.userLoginId,
      password: 'Tradewind2026',
      checkCode: '',
    });
    const me = { ...main, token };
    const { exportId } = await server.ok(exportAudit, { filter: { targetKind: 'door', from: '2026-03-03' } }, me);
    const file = await server.until(async () => {
      const { rows } = await server.ok(listExports, {}, me);
      if (rows.find((row) => row.id === exportId)?.state !== 'done') return undefined;
      const response = await fetch(`${server.url}/api${downloadExport.path}?id=${exportId}`, { headers: { token } });
      return cellsOf(Buffer.from(await response.arrayBuffer()));
    });
    expect(file).toEqual([
      headings,
      ...[4, 3, 2].map((day) => [
        `2026-03-0${day + 1} 12:00:00`,
        'painter',
        painted,
        `Door ${day}`,
        String(day),
        '',
        '',
      ]),
    ]);
  });

  it('tells of the settings that others work by', async () => {
    const channel = { name: 'Van', carrier: 'own', platformCarrierCode: 'VAN', enabled: true } as const;
    const { id } = await server.ok(saveChannel, { channel }, main);
    await server.ok(setDefaultChannel, { id }, main);
    await server.ok(mapChannel, { id, platformCarrierCode: 'OTHER' }, main);
    const second = await server.ok(saveChannel, { channel: { ...channel, name: 'Bike' } }, main);
    await server.ok(deleteChannel, { id: second.id }, main);
    const address = { name: 'W', line1: 'Street 1', city: 'Town', country: 'CN' };
    const warehouse = { code: 'W1', name: 'One', kind: 'selfBuilt' as const, address };
    const { id: warehouseId } = await server.ok(addWarehouse, { warehouse }, main);
    const part = { area: 'Z', shelf: '01', row: '01', column: '01' };
    const location = await server.ok(
      createLocation,
      { frame: { ...part, kind: 'picking', houseId: warehouseId } },
      main,
    );
    await server.ok(updateLocation, { frame: { ...part, id: location.id, column: '02', kind: 'storage' } }, main);
    await server.ok(deleteLocations, { ids: [location.id] }, main);
    const range = { from: 1, to: 2 };
    await server.ok(
      generateLocationCodes,
      { houseId: warehouseId, areas: ['Y'], shelves: range, rows: range, columns: range },
      main,
    );
    const kind = 'review' as const;
    const rule = { name: 'Look', kind, enabled: true, conditions: [], action: { decision: 'review' as const } };
    const { id: ruleId } = await server.ok(saveRule, rule, main);
    await server.ok(deleteRule, { id: ruleId }, main);
    const { rows } = await server.ok(listAudit, { userId: main.userId, pageSize: 30 }, main);
    const answered = rows.map((row) => `${row.action} ${row.targetName}`);
    expect(answered.slice(0, 13)).toEqual([
      'orders.ruleDeleted Look',
      'orders.ruleAdded Look',
      'warehouse.locationsGenerated One',
      'warehouse.locationDeleted Z-01-01-02',
      'warehouse.locationEdited Z-01-01-02',
      'warehouse.locationAdded Z-01-01-01',
      expect.stringContaining('warehouse.'),
      'logistics.channelDeleted Bike',
      'logistics.channelAdded Bike',
      'logistics.channelMapped Van',
      'logistics.channelDefault Van',
      'logistics.channelAdded Van',
      expect.anything(),
    ]);
    expect(rows[1]?.detail).toMatchObject({ kind: 'review', action: { decision: 'review' } });
  });

  it('is for those who may, and for their company only', async () => {
    const member = await server.member(main.companyId, [rights.exchangeRate.view]);
    expect((await server.call(listAudit, {}, member)).status).toBe(403);
    const reader = await server.member(main.companyId, [rights.auditLog.view]);
    expect((await server.call(exportAudit, {}, reader)).status).toBe(403);
    const other = await server.company('Other');
    expect((await server.ok(listAudit, {}, other)).rows).toEqual([]);
    expect((await server.ok(exportAudit, { filter: { text: 'Door' } }, main)).exportId).toBeGreaterThan(0);
  });
});
