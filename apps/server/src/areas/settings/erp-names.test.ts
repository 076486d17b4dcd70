import { deleteErpNames, listErpNames, saveErpName } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
});
afterAll(() => server.close());

const names = async () => (await server.ok(listErpNames, {}, main)).list.map((erp) => erp.name);
const said = async (name: string) => {
  const answer = await server.call(saveErpName, { name }, main);
  return [answer.status, JSON.stringify(answer.data)] as const;
};

describe('§5 ERP name', () => {
  it('is required: 请输入erp名称', async () => {
    const [status, data] = await said('  ');
    expect(status).toBe(400);
    expect(data).toContain('请输入erp名称');
  });

  it('must not contain Chinese characters: erp名称不能包含中文', async () => {
    const [status, data] = await said('SAP 系统');
    expect(status).toBe(400);
    expect(data).toContain('erp名称不能包含中文');
  });

  it('is kept once, can be changed, and is removed', async () => {
    const { id } = await server.ok(saveErpName, { name: 'SAP' }, main);
    expect((await said('SAP'))[0]).toBe(400);
    await server.ok(saveErpName, { id, name: 'SAP B1' }, main);
    expect(await names()).toEqual(['SAP B1']);
    await server.ok(deleteErpNames, { ids: [id] }, main);
    expect(await names()).toEqual([]);
    expect((await server.call(deleteErpNames, { ids: [id] }, main)).status).toBe(404);
  });

  it('removing needs a selected row: 请先选中一条数据再删除！', async () => {
    const answer = await server.call(deleteErpNames, { ids: [] }, main);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.data)).toContain('请先选中一条数据再删除！');
  });
});
