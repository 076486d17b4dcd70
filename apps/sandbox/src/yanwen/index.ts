import type { FastifyInstance } from 'fastify';
import { type Context, query, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { moveParcel } from '../kit/journey.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { CHANNELS, COUNTRIES, WAREHOUSES } from './channels.ts';
import { Gate, Refused, yanwenErrors } from './gate.ts';
import { drawWaybill } from './label.ts';
import { readOrder } from './orderInput.ts';
import { isForecast, placeOf, type SavedWaybills, stateOf, type Waybill, Waybills } from './waybills.ts';

type Service = (input: unknown, desk: Waybills, cut: (label: Buffer) => Buffer) => unknown | Promise<unknown>;
const HOUR_MS = 3_600_000;
const MOST_ORDERS = 50;
const MOST_TRACKED = 30;

function known(desk: Waybills, input: unknown): Waybill {
  const number = text(at(input, 'waybillNumber'));
  const found = desk.find(number);
  if (!found || found.number !== number) throw new Refused('3001', `运单 ${number} 不存在`);
  return found;
}

/** Numbers of states come as text. */
const orderView = (one: Waybill) => ({
  waybillNumber: one.number,
  orderNumber: one.reference,
  referenceNumber: one.lastMile,
  yanwenOrderNumber: `Y${one.number.slice(2, 11)}`,
  userId: '100000',
  channelId: one.channel,
  channelName: CHANNELS.find(({ id }) => id === one.channel)?.zh ?? '',
  createTime: new Date(one.createdAt + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' '),
  status: String(stateOf(one)),
  isPrint: '0',
  receiverInfo: one.receiver,
  parcelInfo: one.parcel,
});

const SERVICES: Readonly<Record<string, Service>> = {
  'common.country.getlist': () => Object.keys(COUNTRIES).map((code, index) => ({ id: String(index + 1), code })),
  'common.warehouse.getlist': () => WAREHOUSES,
  'express.channel.getlist': () => CHANNELS.map(({ id, zh, en }) => ({ id, nameCh: zh, nameEn: en })),
  'express.order.create': (input, desk) => {
    const order = readOrder(input);
    if (desk.isTaken(order.reference)) throw new Refused('2030', `订单号 ${order.reference} 已存在`);
    const made = desk.open(order);
    const { waybillNumber, orderNumber, referenceNumber, yanwenOrderNumber } = orderView(made);
    return { waybillNumber, orderNumber, referenceNumber, yanwenNumber: yanwenOrderNumber };
  },
  'express.order.get': (input, desk) => orderView(known(desk, input)),
  'express.order.getlist': (input, desk) => {
    const numbers = list(at(input, 'listNumber')).map(text);
    if (numbers.length === 0 || numbers.length > MOST_ORDERS) throw new Refused('3002', `单号数量须为1-${MOST_ORDERS}`);
    return numbers.flatMap((number) => desk.all(number)).map(orderView);
  },
  'express.order.label.get': async (input, desk, cut) => {
    const one = known(desk, input);
    const isStanding = one.stage !== 'cancelled';
    return {
      isSuccess: isStanding,
      errorMsg: isStanding ? '' : `运单 ${one.number} 已取消`,
      waybillNumber: one.number,
      labelType: 'pdf',
      base64String: isStanding ? cut(await drawWaybill(one)).toString('base64') : '',
    };
  },
  'express.order.cancel': (input, desk) => {
    const one = known(desk, input);
    if (!isForecast(one)) throw new Refused('3003', `运单 ${one.number} 当前状态不允许取消`);
    desk.cancel(one);
    return null;
  },
};

/** What the clock of the place showed, and what it is ahead of UTC ("+08"). */
function checkpoints(one: Waybill) {
  return one.scans.map((scan) => {
    const { name, ahead } = placeOf(one, scan.place);
    return {
      time_stamp: new Date(scan.at + ahead * HOUR_MS).toISOString().slice(0, 19),
      time_zone: `${ahead < 0 ? '-' : '+'}${String(Math.abs(ahead)).padStart(2, '0')}`,
      tracking_status: scan.code,
      message: scan.words,
      location: name,
      is_last_mile_checkpoint: scan.place === 'city' ? 1 : 0,
    };
  });
}

function trackView(number: string, one: Waybill | undefined) {
  if (!one) return { tracking_number: number, waybill_number: '', tracking_status: 'NOTFOUND', checkpoints: [] };
  const last = one.scans.at(-1)?.code ?? '';
  return {
    tracking_number: number,
    waybill_number: one.number,
    exchange_number: one.lastMile,
    checkpoints: checkpoints(one),
    tracking_status: last,
    last_mile_tracking_expected: true,
    origin_country: 'CN',
    destination_country: one.country,
  };
}

/** The order desk of Yanwen, and its tracking, which is a host of its own. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const desk = new Waybills(ctx);
  const gate = new Gate(ctx);
  app.post('/yanwen/api/order', async (request, reply) =>
    gate.guarded(request, reply, (method) => {
      const service = SERVICES[method];
      if (!service) throw new Refused('1005', `method ${method} 不存在`);
      return service(parseJson(rawBody(request)), desk, (label) => ctx.faults.cut('yanwen', label));
    }),
  );
  app.get('/yanwen/api/tracking', async (request, reply) => {
    request.note = 'tracking';
    const numbers = text(query(request).nums).split(',').filter(Boolean);
    if (!gate.mayTrack(request)) return reply.code(401).send({ code: 401, message: '未授权', result: null });
    if (numbers.length === 0 || numbers.length > MOST_TRACKED)
      return reply.send({ code: 1, message: `单号数量须为1-${MOST_TRACKED}`, result: null });
    const result = numbers.map((number) => trackView(number, desk.find(number)));
    return reply.send({ code: 0, message: 'success', result, elapsedMilliseconds: { total: 1 } });
  });
  return {
    save: () => desk.save(),
    load: (saved) => desk.load(saved as SavedWaybills),
    advanceParcel: (number, to) => moveParcel(desk, desk.find(number), to),
  };
}

export const yanwenPlatform: SandboxPlatform = {
  name: 'yanwen',
  shops: [],
  errors: yanwenErrors,
  prefixForHost: (host) => (/^((open|open-fat|ejf-fat)|api\.track)\.yw56\.com\.cn$/.test(host) ? '/yanwen' : undefined),
  register,
};
