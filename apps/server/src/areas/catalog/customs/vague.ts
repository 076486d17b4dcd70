/** Words that name no goods: customs sends parcels back that are declared with nothing else. */
const ENGLISH = new Set(
  `gift present sample part spare accessory component product goods good item article merchandise commodity cargo freight
  parcel package thing stuff material supply misc miscellaneous assorted various mixed general other daily household
  necessity consumer personal effect belonging test new of for and or the a an`.split(/\s+/),
);
const CHINESE =
  /礼品|礼物|赠品|样品|样本|样件|配件|零配件|零件|部件|附件|商品|产品|货物|货品|物品|杂货|杂物|日用品|日用|生活|用品|百货|其他|其它|东西|包裹|个人|测试|普通|一般|各种|混装/g;

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** Whether a declared name says nothing of the goods: "gift", "Spare parts", 样品, 礼品配件. An empty one is not vague. */
export function isVague(name: string): boolean {
  const text = name.trim().toLowerCase();
  if (text === '') return false;
  const rest = text.replace(CHINESE, ' ');
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => ENGLISH.has(word) || ENGLISH.has(singular(word)) || /^\p{N}+$/u.test(word));
}
