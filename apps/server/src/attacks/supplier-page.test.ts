import { listAttachments } from '@tradewind/contract/documents.ts';
import { openLink, withdrawLink } from '@tradewind/contract/links.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Buying, openBuying } from '../areas/procurement/testing/buying.ts';
import { linkTo, PDF, sendPacking } from '../areas/procurement/testing/supplier-link.ts';
import { ownServer, type TestServer } from '../testing/harness.ts';
import { workbook, zipOf } from './attacks.testing.ts';

let server: TestServer;
let mine: Buying;
let theirs: Buying;
let order: Placed;
let other: Placed;
let foreign: Placed;
interface Placed {
  id: number;
  lineId: number;
  number: string;
}

beforeAll(async () => {
  server = await ownServer();
  [mine, theirs] = [await openBuying(server), await openBuying(server)];
  [order, other, foreign] = [await placed(mine), await placed(mine), await placed(theirs)];
});
afterAll(() => server.close());
beforeEach(() => server.app.database.owner.query("delete from throttle where key like 'link%'"));

async function placed(b: Buying): Promise<Placed> {
  const id = await b.purchase([[0, 10]], { expectedOn: '2027-01-15' });
  await server.ok(calls.submitPurchase, { id }, b.main);
  await server.ok(calls.placePurchase, { id, asn: false }, b.main);
  const { number, lines } = await b.detail(id);
  return { id, number, lineId: lines[0]?.id ?? 0 };
}
const answers = (lineId: number, packs = 3) => [{ lineId, packs }];
/** Every public call of the page with this key. */
const allWith = async (key: string, lineId = order.lineId) => [
  (await server.call(calls.openSupplierOrder, { key })).status,
  (await server.call(calls.answerSupplierOrder, { key, lines: answers(lineId) })).status,
  (await server.call(calls.printSupplierOrder, { key })).status,
  (await sendPacking(server, mine, key, { [lineId]: 1 })).status,
];
const kept = async (b: Buying, { id }: Placed) => {
  const { answers, packings } = await server.ok(calls.supplierAnswers, { id }, b.main);
  const { files } = await server.ok(listAttachments, { docKind: 'purchase_order', docId: id }, b.main);
  return answers.length + packings.length + files.length;
};
const storedFiles = async () =>
  Number((await server.app.database.owner.query<{ n: string }>('select count(*) as n from attachment')).rows[0]?.n);

describe('a key that opens nothing', () => {
  it('is guessed, cut, of another company, expired or taken back: one answer, and nothing is kept', async () => {
    const live = await linkTo(server, mine, order.id);
    const secret = live.key.split('.')[1] ?? '';
    const theirCompany = theirs.main.companyId.toString(36);
    const expired = await linkTo(server, mine, other.id);
    await server.app.database.owner.query('update signed_link set expires_at = now() where id = $1', [expired.id]);
    const taken = await linkTo(server, theirs, foreign.id);
    await server.ok(withdrawLink, { id: taken.id }, theirs.main);
    const keys = ['zz.unknown', 'nothing', live.key.slice(0, -1), `${theirCompany}.${secret}`, expired.key, taken.key];
    for (const key of keys) {
      await server.app.database.owner.query("delete from throttle where key like 'link%'");
      expect([key, await allWith(key)]).toEqual([key, [404, 404, 404, 404]]);
    }
    expect([await kept(mine, order), await kept(mine, other), await kept(theirs, foreign)]).toEqual([0, 0, 0]);
  });

  it('is that of a page of another kind', async () => {
    const { key } = await linkTo(server, mine, order.id);
    for (const page of ['orderDetail', 'confirmShipment'] as const)
      expect((await server.call(openLink, { key, page })).status).toBe(404);
    // Nor does it open what members do.
    expect((await server.call(calls.getPurchase, { id: order.id }, { ...mine.main, token: key })).status).toBe(401);
  });

  it('ten in a minute, and the address waits, also with the right one', async () => {
    const { key } = await linkTo(server, mine, order.id);
    for (let n = 0; n < 10; n++)
      expect((await server.call(calls.answerSupplierOrder, { key: `1.x${n}`, lines: answers(1) })).status).toBe(404);
    expect(await allWith(key)).toEqual([429, 429, 429, 429]);
  });
});

describe('a key that opens one order', () => {
  it('reaches no line of another order or company', async () => {
    const { key } = await linkTo(server, mine, order.id);
    for (const { lineId } of [other, foreign]) {
      expect((await server.call(calls.answerSupplierOrder, { key, lines: answers(lineId) })).status).toBe(400);
      expect((await sendPacking(server, mine, key, { [lineId]: 1 })).status).toBe(400);
    }
    expect([await kept(mine, other), await kept(theirs, foreign)]).toEqual([0, 0]);
  });

  it('shows nothing beside it: no other order, no price, no cost, no mail address', async () => {
    const { key } = await linkTo(server, mine, order.id);
    const shown = JSON.stringify(await server.ok(calls.openSupplierOrder, { key }));
    expect(shown).not.toContain(other.number);
    expect(shown).not.toMatch(/cost|@|"unitPrice":"|"amount"|"received"|requisition/i);
  });

  it('takes nothing once the order is closed, cancelled or gone to review', async () => {
    const closing = await placed(mine);
    const { key } = await linkTo(server, mine, closing.id);
    await server.ok(calls.cancelPurchase, { id: closing.id, reason: 'x' }, mine.main);
    expect(await allWith(key, closing.lineId)).toEqual([200, 409, 200, 409]);
    expect(await kept(mine, closing)).toBe(0);
  });

  it('may not decide its own proposal', async () => {
    const { key } = await linkTo(server, mine, order.id);
    await server.ok(calls.answerSupplierOrder, { key, lines: answers(order.lineId) });
    const { answers: kept } = await server.ok(calls.supplierAnswers, { id: order.id }, mine.main);
    const ids = kept.map((one) => one.id);
    const decision = { orderId: order.id, ids, take: true };
    expect((await server.call(calls.decideSupplierAnswers, decision)).status).toBe(401);
    expect((await server.call(calls.decideSupplierAnswers, decision, theirs.main)).status).toBe(404);
    expect((await server.call(calls.decideSupplierAnswers, { ...decision, orderId: other.id }, mine.main)).status).toBe(
      409,
    );
    expect((await server.call(calls.supplierAnswers, { id: order.id }, theirs.main)).status).toBe(404);
  });
});

describe('the file of a packing list', () => {
  const bad: [string, string, Buffer][] = [
    ['a page', 'list.pdf', Buffer.from('<html><script>alert(1)</script>')],
    ['a picture of vectors', 'list.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a table of text', 'list.xlsx', Buffer.from('a,b\n=cmd()')],
    ['a program', 'list.pdf', Buffer.from('MZ\x90\x00')],
    ['nothing', 'list.pdf', Buffer.alloc(0)],
    ['6 MB', 'list.pdf', Buffer.concat([PDF, Buffer.alloc(6 * 1024 * 1024, ' ')])],
  ];
  it.each(bad)('%s is refused, and nothing is stored', async (_what, name, data) => {
    const { key } = await linkTo(server, mine, other.id);
    const before = await storedFiles();
    expect((await sendPacking(server, mine, key, { [other.lineId]: 1 }, { name, data })).status).toBe(400);
    expect([await storedFiles(), await kept(mine, other)]).toEqual([before, 0]);
  });

  it('a workbook is kept as a file and never unpacked', async () => {
    const { key } = await linkTo(server, theirs, foreign.id);
    const data = zipOf({
      ...workbook('<si><t>a</t></si>', ''),
      'xl/worksheets/sheet1.xml': Buffer.alloc(65 * 1024 * 1024, ' '),
    });
    const name = '../../évil\u202Efdp.xlsx';
    expect((await sendPacking(server, theirs, key, { [foreign.lineId]: 1 }, { name, data })).status).toBe(200);
    const { files } = await server.ok(listAttachments, { docKind: 'purchase_order', docId: foreign.id }, theirs.main);
    expect(files.map((file) => file.name)).toEqual(['évilfdp.xlsx']);
  });

  it('the twenty-first of an order is refused before it is stored', async () => {
    const full = await placed(mine);
    const { key } = await linkTo(server, mine, full.id);
    for (let n = 0; n < 20; n++)
      expect((await sendPacking(server, mine, key, { [full.lineId]: 1 }, { trackingNumber: `T${n}` })).status).toBe(
        200,
      );
    const before = await storedFiles();
    expect((await sendPacking(server, mine, key, { [full.lineId]: 1 }, { trackingNumber: 'T20' })).status).toBe(422);
    expect(await storedFiles()).toBe(before);
  });

  it('sixty sendings in an hour, and the address waits', async () => {
    const { key } = await linkTo(server, mine, order.id);
    for (let n = 0; n < 60; n++) await server.ok(calls.answerSupplierOrder, { key, lines: answers(order.lineId) });
    expect((await server.call(calls.answerSupplierOrder, { key, lines: answers(order.lineId) })).status).toBe(429);
    // Reading goes on.
    await server.ok(calls.openSupplierOrder, { key });
  });
});
