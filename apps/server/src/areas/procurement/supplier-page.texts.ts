import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'procurement.supplierPageShut': ['订单目前不能回复，请联系采购方', 'This order takes no answers now. Contact the buyer'],
  'procurement.dayOver': ['日期不能早于今天', 'This day is over'],
  'procurement.whyNone': ['请说明无法供货的原因', 'Say why you cannot deliver it'],
  'procurement.answerState': ['供应商的答复已处理或已被新的答复替换', 'These answers are decided already, or later ones replaced them'],
  'procurement.packingNotFound': ['找不到该装箱单', 'Packing list not found'],
  'procurement.packingState': ['该装箱单已处理', 'This packing list is decided already'],
  'procurement.packingMany': ['每张订单最多上传 {limit} 份装箱单，请联系采购方', 'An order takes up to {limit} packing lists. Contact the buyer'],
  'procurement.packingPart': ['部分商品已在入库单上，请手动生成入库单', 'A part of these goods is on an ASN. Create the ASN by hand'],
  'procurement.packedTooMuch': ['订购数量只有 {most} 件', 'Only {most} units were ordered'],
  'procurement.boxCount': ['箱内明细共 {cartons} 箱，与箱数不符，或超过 {most} 箱', 'The contents are of {cartons} cartons: another number, or more than {most}'],
  'procurement.boxUnits': ['箱内数量之和与本次发货数量不符', 'The units in the cartons are not those of the shipment'],
  'procurement.boxTwice': ['箱号 {code} 重复', 'Carton number {code} occurs twice'],
  'procurement.packedNothing': ['请填写本次发货的数量', 'Enter the shipped quantities'],
  'procurement.supplierAgreed': ['{name}：{who} 已确认订单', '{name}: {who} confirmed the order'],
  'procurement.supplierProposed': ['{name}：{who} 提出修改，请处理', '{name}: {who} proposes changes. Please decide'],
  'procurement.supplierSaid': ['{who} 通过链接答复了 {name}\n按原单确认：{agreed} 行\n提出修改：{proposed} 行', '{who} answered {name} by link.\nConfirmed as ordered: {agreed} lines\nChanges proposed: {proposed} lines'],
  'procurement.packingSent': ['{name}：{who} 上传了装箱单', '{name}: {who} sent a packing list'],
  'procurement.packingDetail': [
    '{who} 通过链接上传了 {name} 的装箱单\n发货日期：{shippedOn}\n件数：{units}\n箱数：{cartons}\n承运商：{carrier}\n运单号：{trackingNumber}\n备注：{remark}',
    '{who} sent a packing list for {name} by link.\nShipped on: {shippedOn}\nUnits: {units}\nCartons: {cartons}\nCarrier: {carrier}\nTracking number: {trackingNumber}\nRemark: {remark}',
  ],
});
