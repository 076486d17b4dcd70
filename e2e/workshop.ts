import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveRights } from '@tradewind/contract/access.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { addProduct } from '@tradewind/contract/catalog.ts';
import { companyRegisterAction, companyValidateMail } from '@tradewind/contract/company.ts';
import { saveOrUpdateUser } from '@tradewind/contract/identity.ts';
import { buyLabel, saveChannel, saveOrUpdateUpsAuth } from '@tradewind/contract/logistics.ts';
import { allocateOrders, listOrders, type OrderRow, reviewOrders } from '@tradewind/contract/orders.ts';
import { adjustStock } from '@tradewind/contract/stock.ts';
import {
  addWarehouse,
  createLocation,
  createWavesCall,
  listOutbounds,
  packOutboundsCall,
  pickAll,
  shipOutboundsCall,
} from '@tradewind/contract/warehouse.ts';
import { vi } from 'vitest';
import { inProgram } from './checks.ts';
import type { Person } from './person.ts';
import { application } from './worker.ts';

export const BIN = 'A-01-01-01';

export interface Workshop {
  warehouseId: number;
  products: { id: number; sku: string }[];
}

const ADDRESS = {
  name: 'Otherland',
  line1: '7 Harbor Rd',
  city: 'Baltimore',
  state: 'MD',
  postalCode: '21230',
  country: 'US',
  phone: '+14105550100',
};

/** The newest mail to an address, as the outbox of the data folder holds it. */
export async function mailTo(address: string): Promise<string> {
  const folder = join(application.dataDir, 'outbox');
  const newest = () =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.includes(address))
          .sort()
          .at(-1)
      : undefined;
  // A file that was just begun is still empty.
  const read = () => {
    const name = newest();
    return name && readFileSync(join(folder, name), 'utf8');
  };
  return vi.waitUntil(read, { timeout: 60_000, interval: 250 });
}

export const linkIn = (mail: string): string => /https?:\/\/\S+/.exec(mail)?.[0] ?? '';

/** A company of its own for a test, so that the test can be run again. @returns its main account */
export async function registerCompany(person: Person): Promise<{ userLoginId: string; link: string }> {
  const userLoginId = `e2e.${Date.now().toString(36)}`;
  const email = `${userLoginId}@e2e.invalid`;
  await person.call(companyRegisterAction, {
    company: { name: 'Otherland', contact: 'Lin', timeZone: 'Asia/Shanghai', baseCurrency: 'CNY' },
    account: { userLoginId, name: '林晓', email, password: 'Tradewind2026' },
    language: 'zh',
  });
  return { userLoginId, link: linkIn(await mailTo(email)) };
}

/** A company that is ready for work, with the person as its main account. */
export async function foundCompany(person: Person): Promise<string> {
  const { userLoginId, link } = await registerCompany(person);
  await person.call(companyValidateMail, { key: /key=([^&\s]+)/.exec(link)?.[1] ?? '' });
  await person.signIn(userLoginId);
  return userLoginId;
}

/** What a company has before its first order: products in one location of one warehouse, and a carrier. */
export async function furnish(person: Person, skus: readonly string[], each = 25): Promise<Workshop> {
  const warehouse: InputOf<typeof addWarehouse> = {
    warehouse: { code: 'W1', name: '巴尔的摩仓', kind: 'selfBuilt', address: ADDRESS },
  };
  const { id: warehouseId } = await person.call(addWarehouse, warehouse);
  const location = { houseId: warehouseId, area: 'A', shelf: '01', row: '01', column: '01' };
  const bin = await person.call(createLocation, { frame: location });
  const products: Workshop['products'] = [];
  for (const sku of skus) {
    const card = { sku, nameZh: `马克杯 ${sku}`, nameEn: `Mug ${sku}`, grossWeightKg: '0.4', unitPriceCny: '21.5' };
    const { id } = await person.call(addProduct, card);
    products.push({ id, sku });
  }
  await person.call(adjustStock, {
    warehouseId,
    reason: 'opening',
    lines: products.map(({ id }) => ({ productId: id, locationId: bin.id, delta: each, unitCost: '21.5' })),
  });
  const account = {
    name: 'UPS',
    accountNumber: 'A1B2C3',
    keys: { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo' },
    sandbox: true,
  };
  const { id: carrierAccountId } = await person.call(saveOrUpdateUpsAuth, { account });
  await person.call(saveChannel, {
    channel: { name: 'UPS', carrier: 'ups', carrierAccountId, platformCarrierCode: 'UPS' },
  });
  return { warehouseId, products };
}

/** Somebody else of the company, who may do this. @returns their login */
export async function colleague(
  boss: Person,
  login: string,
  may: Partial<InputOf<typeof saveRights>>,
): Promise<string> {
  const userLoginId = `${login}.2`;
  await boss.call(saveOrUpdateUser, {
    user: { userLoginId, name: '周敏', email: `${userLoginId}@e2e.invalid`, password: 'Tradewind2026' },
  });
  // A first password would have to be changed.
  await inDatabase('update user_account set password_changed_at = now() where user_login_id = $1', [userLoginId]);
  const nothing = { models: [], permissions: [], shopIds: [], warehouseIds: [] };
  await boss.call(saveRights, { ...nothing, ...may, userLoginId });
  return userLoginId;
}

/** The order of this number, all the way to the buyer's carrier. */
export async function sendOrder(person: Person, number: string): Promise<OrderRow> {
  const order = await until(async () => (await person.call(listOrders, { text: number })).rows[0]);
  if (order.status === 'review') await person.call(reviewOrders, { ids: [order.id] });
  await person.call(allocateOrders, { ids: [order.id] });
  const box = await until(async () => (await person.call(listOutbounds, { text: order.displayNo })).rows[0]);
  const outboundIds = [box.id];
  await person.call(createWavesCall, { outboundIds });
  await person.call(pickAll, { outboundIds });
  await person.call(packOutboundsCall, { boxes: [{ outboundId: box.id, weightGrams: 900 }], checked: 'all' });
  await person.call(buyLabel, { outboundId: box.id });
  await person.call(shipOutboundsCall, { outboundIds });
  return order;
}

/** Asks again until there is an answer. */
export const until = <T>(look: () => Promise<T | undefined | false>): Promise<T> =>
  vi.waitUntil(look, { timeout: 60_000, interval: 250 }) as Promise<T>;

/** A change in the program's database that no call makes: time that has passed. */
export async function inDatabase(statement: string, values: unknown[]): Promise<void> {
  await inProgram((app) => app.database.owner.query(statement, values));
}

/** The sandbox's own buttons, for what its page has no button for. */
export async function sandbox<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${application.sandboxUrl}/control/${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
