import type { TrackingStage } from '../../types.ts';

/**
 * eBay publishes no list of statuses: what a status and its descriptions say decides, the status first. What goes wrong
 * comes before what goes on, and what was announced before what was done.
 */
const WORDS: readonly (readonly [RegExp, TrackingStage])[] = [
  [/\bcancel|取消|作废/i, 'cancelled'],
  [/return(ed)? (to|by) (the )?(sender|shipper)( completed)?|\breturned\b|已退回|退件完成/i, 'returned'],
  [/\breturn(ing)?\b|退回|退件/i, 'returning'],
  [/\blost\b|missing|丢失|遗失/i, 'lost'],
  [/\bfail(ed|ure)?\b|unsuccessful|undeliver|attempted|refused|投递失败|派送失败|拒收|未妥投/i, 'deliveryFailed'],
  [
    /available for (pick ?up|collection)|ready for (pick ?up|collection)|awaiting collection|待自提|可自提/i,
    'availableForPickup',
  ],
  [/exception|damaged?|delay|\bheld\b|异常|破损|延误|扣关/i, 'exception'],
  [/out for delivery|with (delivery )?courier|派送中|派件中|正在派送/i, 'outForDelivery'],
  [/\bdelivered\b|妥投|签收|已送达/i, 'delivered'],
  [/customs|clearance|清关|海关|报关/i, 'customs'],
  [/picked ?up|collected|揽收|已揽件|consigned|handed over by (the )?seller|交寄/i, 'pickedUp'],
  [/depart|arriv|transit|hub|export|flight|airline|sort|离开|到达|抵达|运输|航班|起飞|分拣|出口/i, 'inTransit'],
  [/created|information received|label|pre-?advi[cs]e|预报|下单|已创建|已打单/i, 'created'],
];

const find = (text: string): TrackingStage | undefined => WORDS.find(([words]) => words.test(text))?.[1];

export const stageOf = (status: string, description: string): TrackingStage =>
  find(status.replaceAll('_', ' ')) ?? find(description) ?? 'unknown';
