import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'logistics.rateCosts': ['您没有查看成本的权限，不能查看运价表', 'You cannot see rate cards without the permission to see costs'],
  'logistics.rateVersionGone': ['运价表版本不存在或已删除', 'This version of the rate card does not exist or was deleted'],
  'logistics.rateVersionKept': ['版本 {version} 已启用过，不能修改。请新建草稿', 'Version {version} was active and cannot be changed. Start a draft from it'],
  'logistics.rateDraftStale': ['草稿已被他人修改，请刷新后重试', 'Someone else changed this draft. Refresh and try again'],
  'logistics.rateDraftExists': ['该运价表已有草稿，请先启用或删除', 'This rate card already has a draft. Activate or delete it first'],
  'logistics.rateDraftIncomplete': ['版本 {version} 还有问题，请先处理', 'Version {version} still has problems. Fix them first'],
  'logistics.rateDayTaken': ['不能早于 {day}：之前的包裹已按原版本计费', 'Not before {day}: earlier parcels were rated by the version before'],
  'logistics.rateCardTaken': ['该渠道已有同名的运价表', 'This channel already has a rate card with this name'],
  'logistics.rateCardsMany': ['一个渠道最多 {count} 张运价表', 'A channel has at most {count} rate cards'],
  'logistics.rateNoPrice': ['运价表没有该重量的价格', 'The rate card has no price for this weight'],
  'logistics.channelHasCards': ['渠道“{name}”的运价表启用过，不能删除，可以停用渠道', 'A rate card of channel "{name}" was active, so the channel cannot be deleted. Disable it instead'],
  'logistics.rateSheetMissing': ['文件缺少这个工作表', 'The file lacks this sheet'],
  'logistics.rateProblem.overlap': ['分区 {about} 的重量段重叠：第 {rows} 行', 'Weights of zone {about} overlap: rows {rows}'],
  'logistics.rateProblem.gap': ['分区 {about} 的重量段不连续：第 {rows} 行之间', 'Weights of zone {about} have a gap: between rows {rows}'],
  'logistics.rateProblem.emptyBracket': ['重量止必须大于重量起：第 {rows} 行', '“Weight to” must be above “Weight from”: row {rows}'],
  'logistics.rateProblem.unpricedZone': ['分区 {about} 没有价格：第 {rows} 行', 'Zone {about} has no price: row {rows}'],
  'logistics.rateProblem.areaTwice': ['{about} 出现了两次：第 {rows} 行', '{about} appears twice: rows {rows}'],
  'logistics.rateProblem.rangeOverlap': ['{about} 的邮编区间重叠：第 {rows} 行', 'Postcode ranges of {about} overlap: rows {rows}'],
  'logistics.rateProblem.codeTwice': ['代码 {about} 重复或已被占用：第 {rows} 行', 'Code {about} is used twice or reserved: row {rows}'],
  'logistics.rateProblem.unknownPart': ['没有计费项 {about}', 'Nothing charges {about}'],
});
