import type { TrackingStage } from '../../types.ts';

/** Codes of 4PX's published table, as several public clients have them. These relay whatever a partner said. */
const WORDED = new Set(['FPX_O_IR', 'FPX_O_IRI', 'FPX_O_NM']);

const CODES: readonly (readonly [TrackingStage, string])[] = [
  ['created', 'L_RPIF L_ATP O_CRLB O_SIS S_SFBR'],
  ['pickedUp', 'L_SC C_SPLS C_SPQS C_AAF'],
  ['availableForPickup', 'D_ADWP D_AP D_SASPS'],
  ['outForDelivery', 'D_SD D_OFD'],
  ['delivered', 'S_OK S_OKCC S_OKGP S_OKIDC S_OKPO S_OKRC S_OKSC S_OKVP'],
  ['returning', 'D_RR D_SR O_RTOC O_RTHM O_RTR'],
  [
    'exception',
    'C_BTC C_DT C_DTCQ C_DTTM D_DFCR D_PD D_POD D_RA D_SPRA D_UNDG D_VN I_CR I_DG I_DELAY M_PRTS M_SE O_PRIA O_PRRF ' +
      'O_PRRR O_PRUC O_RFLM O_SCB O_SD S_CC Y_ADPR Y_CCMC Y_CCSC Y_COBH Y_DS',
  ],
];
const BY_CODE = new Map(CODES.flatMap(([stage, codes]) => codes.split(' ').map((code) => [`FPX_${code}`, stage])));

/** Families of reasons: held by 4PX, by customs or by a partner; delayed. */
const TROUBLE = /^FPX_(C_HF|D_SH|D_DD|I_HC|O_SPH|M_TD)/;
const NOT_DELIVERED = /^FPX_D_FD/;
/** In the warehouse, on the main line, in customs, with the last mile: on its way. */
const MOVING = /^FPX_[CDFIMQO]_/;

/** What goes wrong comes first. */
const BY_WORDS: readonly (readonly [RegExp, TrackingStage])[] = [
  [/\breturn(ed)? (completed|received)|退件(已签收|完成)/i, 'returned'],
  [/\breturn(ed|ing)?\b|退回|退件/i, 'returning'],
  [/\bcancel|取消|撤销/i, 'cancelled'],
  [/\blost\b|丢失|遗失/i, 'lost'],
  [
    /not delivered|undeliver|deliver\w* (attempt )?(fail|unsuccessful)|fail\w* (to deliver|delivery)|(派送|投递|妥投)失败/i,
    'deliveryFailed',
  ],
  [/fail|unsuccessful|exception|delay|\bheld\b|destroyed|异常|失败|扣关|销毁/i, 'exception'],
  [/(available|ready) for (pick ?up|collection)|待自提|待取件/i, 'availableForPickup'],
  [/out for delivery|attempted|派送中|派件中/i, 'outForDelivery'],
  [/\bdelivered\b|签收|妥投|已送达/i, 'delivered'],
  [/picked ?up|collected|揽收|收件/i, 'pickedUp'],
  [/information (received|sent)|data transmitted|label created|waybill generated|预报|下单/i, 'created'],
  [/clear(ed|ance (completed|finished))|released|清关(完成|放行)|放行/i, 'inTransit'],
  [/customs|清关|海关/i, 'customs'],
  [/depart|arriv|transit|airline|离开|到达|抵达|运输|航班/i, 'inTransit'],
];

const byWords = (words: string): TrackingStage | undefined => BY_WORDS.find(([pattern]) => pattern.test(words))?.[1];

/** A partner's word says nothing new where it says nothing known. */
export function stageOf(code: string, words: string, before: TrackingStage): TrackingStage {
  const named = code.toUpperCase();
  const known = BY_CODE.get(named) as TrackingStage | undefined;
  if (known) return known;
  if (WORDED.has(named)) return byWords(words) ?? (before === 'unknown' ? 'created' : before);
  if (NOT_DELIVERED.test(named)) return 'deliveryFailed';
  if (TROUBLE.test(named)) return 'exception';
  return byWords(words) ?? (MOVING.test(named) ? 'inTransit' : 'unknown');
}
