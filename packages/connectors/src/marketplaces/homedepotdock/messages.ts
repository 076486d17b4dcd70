import type { DockRequest } from '../../capabilities/docking.ts';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import type { ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { type Interchange, type Segment, stamp } from '../../x12.ts';
import { facilityOf, poOf } from './orders.ts';

/** The messages that a supplier writes: what stands between ST and SE of each. */
interface Outgoing {
  group: string;
  code: string;
  segments: Segment[];
}

/** Every group is answered, message by message. */
export function acceptance({ groups }: Interchange): Outgoing[] {
  return groups.map((group) => {
    const bad = group.messages.filter((one) => one.problem).length;
    const good = group.messages.length - bad;
    return {
      group: 'FA',
      code: '997',
      segments: [
        ['AK1', group.code, group.control],
        ...group.messages.flatMap((one): Segment[] => [
          ['AK2', one.code, one.control],
          ['AK5', one.problem ? 'R' : 'A'],
        ]),
        [
          'AK9',
          bad === 0 ? 'A' : good === 0 ? 'R' : 'P',
          ...[group.messages.length, group.messages.length, good].map(String),
        ],
      ],
    };
  });
}

const ids = (line: PlatformOrder['lines'][number]): string[] => [
  ...(line.platformItemId ? ['SK', line.platformItemId] : []),
  ...(line.sellerSku ? ['VN', line.sellerSku] : []),
];

/** Home Depot wants to hear only of what does not come: each line is filled or killed. */
export function refusal(order: PlatformOrder, at: Date): Outgoing {
  return {
    group: 'PR',
    code: '855',
    segments: [
      ['BAK', '00', 'AC', poOf(order.platformOrderNo), stamp(at)[0]],
      ['N1', 'ST', '', '92', facilityOf(order.platformOrderNo)],
      ...order.lines.flatMap((line): Segment[] => [
        ['PO1', line.platformLineId, String(line.quantity), 'EA', line.unitPrice, '', ...ids(line)],
        ['ACK', 'IR', String(line.quantity), 'EA'],
      ]),
      ['CTT', String(order.lines.length)],
    ],
  };
}

/** The notice that goods are on their way: shipment, order, items. */
export function shipmentMessage(order: PlatformOrder, notice: ShipmentConfirmation): Outgoing {
  const [day, time] = stamp(new Date(notice.shippedAt));
  const items = notice.lines.flatMap(({ platformLineId, quantity }) => {
    const line = order.lines.find((one) => one.platformLineId === platformLineId);
    return line ? [{ line, quantity }] : [];
  });
  return {
    group: 'SH',
    code: '856',
    segments: [
      ['BSN', '00', `${order.platformOrderNo}-${notice.packageNo}`, day, time, '0001'],
      ['HL', '1', '', 'S'],
      ['TD5', '', '2', notice.carrierCode, '', notice.serviceName],
      ['REF', 'CN', notice.trackingNumber],
      ['DTM', '011', day],
      ['N1', 'ST', '', '92', facilityOf(order.platformOrderNo)],
      ['HL', '2', '1', 'O'],
      ['PRF', poOf(order.platformOrderNo)],
      ...items.flatMap(({ line, quantity }, index): Segment[] => [
        ['HL', String(index + 3), '2', 'I'],
        ['LIN', line.platformLineId, ...ids(line)],
        ['SN1', line.platformLineId, String(quantity), 'EA'],
      ]),
      ['CTT', String(items.length + 2)],
    ],
  };
}

/** When may it come? Weight in pounds; days and times by the clock of the place. */
export function routingRequest(requested: DockRequest, at: Date): Outgoing {
  const [day, time] = stamp(at);
  const desired = requested.wantedAt.replace(/[-:T]/g, '');
  return {
    group: 'RF',
    code: '753',
    segments: [
      ['BGN', '00', requested.reference, day, time],
      ['G62', '10', requested.readyDay.replaceAll('-', '')],
      ['G62', '02', desired.slice(0, 8), 'Z', desired.slice(8, 12)],
      ['N1', 'ST', '', '92', requested.facility],
      ...(requested.scac ? [['TD5', '', '2', requested.scac]] : []),
      ...requested.platformOrderNos.map((no): Segment => ['OID', '', poOf(no)]),
      ['TD1', 'PLT', String(requested.pallets)],
      ['TD1', 'CTN', String(requested.cartons), '', '', '', 'G', requested.weightLb, 'LB'],
    ],
  };
}
