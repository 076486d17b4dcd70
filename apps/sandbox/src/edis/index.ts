import type { FastifyInstance } from 'fastify';
import { readPaging } from '../ebay/desk.ts';
import { ebayErrors, edis } from '../ebay/errors.ts';
import { type Context, param } from '../http/app.ts';
import { at, list, text } from '../http/types.ts';
import { moveParcel } from '../kit/journey.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { type Ask, Gate } from './gate.ts';
import { drawBundle, drawPackage } from './label.ts';
import { ADDRESS, CONSIGNS, readPackage } from './packageInput.ts';
import { Packages, type SavedPackages } from './packages.ts';
import { LONGEST_CM, QUALIFICATIONS, SERVICES, SIDES_CM } from './tariff.ts';
import { costView, createdView, detailView, lineView, trackView } from './views.ts';

const MOST_NUMBERS = 200;
const SIZES = ['A4', 'THERMAL_PAPER'];

function page<T>({ query }: Ask, all: readonly T[]) {
  const { limit, offset } = readPaging(query, { most: 100, usual: 20 }, () =>
    edis(400, 355076, 'Invalid input value of pagination parameters. Please revise them.'),
  );
  return { head: { total: all.length, limit, offset }, rows: all.slice(offset, offset + limit) };
}

function setUp(gate: Gate): void {
  gate.add('GET', '/services', ['limit', 'offset'], (ask) => {
    const { head, rows } = page(ask, SERVICES);
    const services = rows.map((one) => ({
      ...{ shippingServiceId: one.id, nameEn: one.en, nameZh: one.zh, incoterm: one.incoterm, maxWeight: one.grams },
      ...{ maxLength: LONGEST_CM, maxTotalLength: SIDES_CM },
      directions: one.to.flatMap((to) => one.batteries.map((batteryType) => ({ from: 'CN', to, batteryType }))),
    }));
    return ask.reply.send({ serviceList: { ...head, services } });
  });
  gate.add('GET', '/battery_qualifications', ['limit', 'offset'], (ask) => {
    const { head, rows: qualifications } = page(ask, QUALIFICATIONS);
    return ask.reply.send({ batteryQualificationList: { ...head, qualifications } });
  });
  gate.add('GET', '/address_preference', [], ({ reply }) =>
    reply.send({
      addressPreferenceList: {
        addresses: [
          { addressId: 'R0001', type: 'RETURN_ADDRESS', countryCode: 'CN', contact: 'Demo', postcode: '518000' },
          { addressId: ADDRESS, type: 'SHIP_FROM_ADDRESS', countryCode: 'CN', contact: 'Demo', postcode: '518000' },
        ],
      },
    }),
  );
  gate.add('GET', '/consign_preference', [], ({ reply }) => {
    const types = ['PICK_UP', 'DROP_OFF'];
    const consignPreferences = CONSIGNS.map((consignPreferenceId, index) => ({
      ...{ consignPreferenceId, consignPreferenceName: `Warehouse ${index + 1}`, type: types[index] },
    }));
    return reply.send({ consignPreferenceList: { consignPreferences } });
  });
}

function packages(gate: Gate, ctx: Context, desk: Packages): void {
  gate.add('POST', '/package', [], ({ body, reply }) =>
    reply.code(201).send(createdView(desk.open(readPackage(body, ctx.world.clock.now())))),
  );
  gate.add('GET', '/package/:id', [], ({ request, reply }) => reply.send(detailView(desk.byId(param(request, 'id')))));
  gate.add('GET', '/package/:line/item', [], ({ request, reply }) => {
    const line = param(request, 'line');
    const those = desk.ofLine(line);
    if (those.length === 0) throw edis(400, 355062, `Invalid orderLineItemId ${line}. Please verify and try again.`);
    return reply.send(lineView(those));
  });
  gate.add('POST', '/package/:id/confirm', [], ({ request, reply }) => {
    desk.confirm(param(request, 'id'));
    return reply.code(204).send();
  });
  gate.add('POST', '/package/:id/cancel', [], ({ request, reply }) => {
    desk.withdraw(param(request, 'id'));
    return reply.code(204).send();
  });
}

/** A label by its number, or with status 200 what stands in its way. */
async function labelOf(ctx: Context, desk: Packages, trackingNumber: string) {
  const one = desk.byNumber(trackingNumber);
  if (!one || one.stage === 'cancelled')
    return { trackingNumber, resultCode: '355004', message: 'The specified tracking number is not recognized.' };
  if (!one.isConfirmed) return { trackingNumber, resultCode: '355040', message: 'The label is not ready yet.' };
  const pdf = ctx.faults.cut('edis', await drawPackage(one));
  return { trackingNumber, resultCode: '200', message: 'SUCCESS', base64Str: pdf.toString('base64') };
}

function parcels(gate: Gate, ctx: Context, desk: Packages): void {
  gate.add('GET', '/labels', ['tracking_numbers', 'page_size', 'print_preference'], async (ask) => {
    const { numbers, query, reply } = ask;
    if (numbers.length === 0 || numbers.length > MOST_NUMBERS)
      throw edis(400, 355067, 'The field tracking_numbers is required.');
    if (query.page_size !== undefined && !SIZES.includes(query.page_size))
      throw edis(400, 355077, 'Invalid input value for page setting parameters. Please revise it.');
    return reply.send({ labels: await Promise.all(numbers.map((number) => labelOf(ctx, desk, number))) });
  });
  gate.add('GET', '/tracking', ['tracking_number'], ({ query, reply }) => {
    const number = query.tracking_number ?? '';
    const one = desk.byNumber(number);
    if (!one)
      throw edis(400, 355004, `The specified tracking number ${number} is not recognized. Please check and try again.`);
    return reply.send(trackView(one));
  });
  gate.add('GET', '/actual_costs', ['tracking_numbers', 'trans_begin_time', 'trans_end_time'], ({ numbers, reply }) =>
    reply.send({ actualCosts: numbers.flatMap((number) => costView(desk, number)) }),
  );
  gate.add('POST', '/bundle', [], ({ body, reply }) => {
    const bundle = at(body, 'bundle');
    const numbers = list(at(bundle, 'trackingNumbers')).map(text);
    const { id: bundleId } = desk.bundle(text(at(bundle, 'consignPreferenceId')), numbers);
    return reply.code(201).send({ bundle: { bundleId } });
  });
  gate.add('GET', '/bundle/:id/label', [], async ({ request, reply }) => {
    const { id, numbers } = desk.bundleOf(param(request, 'id'));
    const pdf = await drawBundle(id, numbers);
    return reply.send({ label: { base64Str: pdf.toString('base64') } });
  });
}

/** eDelivery International Shipping for a seller's own account. Source: its contract, 1.1.0. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const desk = new Packages(ctx);
  const gate = new Gate(app, ctx);
  setUp(gate);
  packages(gate, ctx, desk);
  parcels(gate, ctx, desk);
  return {
    save: () => desk.saveAll(),
    load: (saved) => desk.loadAll(saved as SavedPackages),
    advanceParcel: (number, to) => moveParcel(desk, desk.byNumber(number), to),
  };
}

export const edisPlatform: SandboxPlatform = { name: 'edis', shops: [], errors: ebayErrors, register };
