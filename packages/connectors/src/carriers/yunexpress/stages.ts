import type { TrackingStage } from '../../types.ts';

/**
 * The nodes of YunExpress's table as public clients have them from its answers. These say nothing new of the parcel:
 * its last-mile carrier was told of it, a date was estimated, a number changed.
 */
const UNCHANGED = new Set(['PRE_ADVICING', 'PRE_INFO', 'EDD', 'CHANGE_WAYBILL_INFO']);

const NODES: readonly (readonly [TrackingStage, string])[] = [
  ['created', 'ORDER_CREATION YB/XD'],
  ['pickedUp', 'PICKED_UP FIRST_MILE_ARRIVE XD/ZC'],
  [
    'inTransit',
    'FIRST_MILE_DEPART XD/CS TRANSIT_IN TRANSIT_OUT DEPART_CONFIRM_OC ARRIVE_CONFIRM_OC ' +
      'EXPORT_CUSTOMS_COMPLETE AIRPORT_RELEASE MAIN_LINE_DEPART MAIN_LINE_ARRIVE MD/DD ' +
      'CUSTOMS_COMPLETE CUSTOMS_RELEASE READY_FOR_PICKUP PICKUP_CARGO_TERMINAL IN_TRANSIT READY_FOR_OUTBOUND ' +
      'TRANSITHUB_ARRIVE CARRIER_PICKUP IN_TRANSIT_CARRIER',
  ],
  // What customs have let go is on its way again.
  ['customs', 'ARRIVE_ORIN_CUSTOMS CUSTOMS_PROCESSING CUSTOMS_INSPCTION'],
  ['outForDelivery', 'DELIVERY_ATTEMPT'],
  ['deliveryFailed', 'DELIVERY_FAILURE'],
  ['delivered', 'DELIVERED MD/TT'],
  ['exception', 'CUSTOMS_DELAY CUSTOMS_HOLD CUSTOMS_EXCEPTION AIRPORT_HOLD AIRPORT_INSPECTION PACKAGE_EXCEPTION'],
  ['lost', 'PACKAGE_LOST'],
  ['returning', 'RETURNED RETURNED_TO_SENDER'],
  ['returned', 'RETURNED_BACK'],
];
const BY_NODE = new Map(NODES.flatMap(([stage, codes]) => codes.split(' ').map((code) => [code, stage] as const)));

/** Nodes that nobody has listed, by how they are named. */
const BY_NAME: readonly (readonly [RegExp, TrackingStage])[] = [
  [/CANCEL/, 'cancelled'],
  [/^RETURN/, 'returning'],
  [/_LOST$/, 'lost'],
  [/^DELIVERY_\w*(FAILURE|FAILED)$/, 'deliveryFailed'],
  [/_(HOLD|DELAY|EXCEPTION|FAILURE|FAILED)$/, 'exception'],
];

/** Events without a node, as the published description has them. What goes wrong comes first. */
const BY_WORDS: readonly (readonly [RegExp, TrackingStage])[] = [
  [/\breturn(ed)? (completed|received)|退件(已签收|完成)/i, 'returned'],
  [/\breturn(ed|ing)?\b|退回|退件/i, 'returning'],
  [/\bcancel|取消|撤销/i, 'cancelled'],
  [/\blost\b|丢失|遗失/i, 'lost'],
  [/deliver\w* (attempt )?(fail|unsuccessful)|fail\w* (to deliver|delivery)|(派送|投递|妥投)失败/i, 'deliveryFailed'],
  [/fail|unsuccessful|exception|delay|\bheld\b|异常|失败|扣关/i, 'exception'],
  [/(available|ready) for (pick ?up|collection)|待自提|待取件/i, 'availableForPickup'],
  [/out for delivery|attempted for delivery|派送中|派件中/i, 'outForDelivery'],
  [/\bdelivered\b|签收|妥投|已交付|已送达/i, 'delivered'],
  [/picked ?up|collected|揽收|签入/i, 'pickedUp'],
  [/order (has been )?created|order information|预报|下单/i, 'created'],
  [/clear(ed|ance (completed|finished))|released|清关(完成|放行)|放行/i, 'inTransit'],
  [/customs|清关|海关/i, 'customs'],
  [/depart|arriv|transit|airline|离开|到达|抵达|运输|航班/i, 'inTransit'],
];

/** Of the whole parcel. */
const BY_STATUS: Readonly<Record<string, TrackingStage>> = {
  F: 'created',
  T: 'inTransit',
  D: 'delivered',
  E: 'exception',
  R: 'returning',
  C: 'cancelled',
};

const first = (table: readonly (readonly [RegExp, TrackingStage])[], text: string): TrackingStage | undefined =>
  table.find(([words]) => words.test(text))?.[1];

export function stageOf(node: string, words: string, before: TrackingStage): TrackingStage {
  const code = node.toUpperCase();
  if (UNCHANGED.has(code)) return before === 'unknown' ? 'created' : before;
  return BY_NODE.get(code) ?? first(BY_NAME, code) ?? first(BY_WORDS, words) ?? 'unknown';
}

export const stageOfStatus = (status: string): TrackingStage => BY_STATUS[status] ?? 'unknown';
