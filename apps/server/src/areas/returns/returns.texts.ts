import { RETURN_KIND_WORDS, RETURN_STATE_WORDS } from '@tradewind/contract/returns/words.ts';
import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'returns.notFound': ['找不到该退货单', 'Return not found'],
  'returns.noOrder': ['找不到该订单', 'Order not found'],
  'returns.notShipped': ['订单 {number} 尚未发货，请取消订单，不要登记退货', 'Order {number} has not shipped. Cancel it instead'],
  'returns.noLine': ['该商品不属于此订单', 'This line does not belong to the order'],
  'returns.tooMany': ['最多可退 {left} 件', 'You can return up to {left} units'],
  'returns.tooMuch': ['最多可退 {left} {currency}', 'You can refund up to {left} {currency}'],
  'returns.wholeOnly': ['平台只支持整笔退款 {amount} {currency}', 'The platform only allows a full refund of {amount} {currency}'],
  'returns.nothing': ['请填写退款金额', 'Enter the refund amount'],
  'returns.notNow': ['退货单 {number} 的当前状态不支持此操作', 'You cannot do this in the current status of return {number}'],
  'returns.changed': ['退货单 {number} 刚被他人修改，请刷新后重试', 'Someone else just changed return {number}. Refresh and try again'],
  'returns.refundOpen': ['退货单 {number} 已有退款，不能取消', 'Return {number} has a refund and cannot be cancelled'],
  'returns.notFailed': ['该退款没有失败，无需重试', 'This refund did not fail. No need to retry'],
  'returns.wrongPlace': ['请选择该仓库的退货库位', 'Choose a returns location in this warehouse'],
  'returns.noPlace': ['该仓库没有启用的退货库位，请先在库位设置中新增', 'This warehouse has no enabled returns location. Add one under Locations'],
  'returns.noProduct': ['找不到该 SKU 或条码', 'SKU or barcode not found'],
  'returns.codeUnknown': ['找不到 {code} 对应的退货单', 'No return found for {code}'],
  'returns.noItem': ['这些商品不属于该退货单', 'These items do not belong to the return'],
  'returns.inspectTooMany': ['只剩 {left} 件待质检', 'Only {left} units are left to inspect'],
  'returns.asideTooMany': ['只有 {left} 件隔离品', 'Only {left} units are quarantined'],
  'returns.shelfMissing': ['请选择该仓库的存储或拣货库位', 'Choose a storage or picking location in this warehouse'],
  'returns.period': ['时间范围最长 {days} 天', 'The period cannot exceed {days} days'],
  'returns.alertOverdue': ['{n} 个退货申请已超过平台回复期限', '{n} return requests are past the platform’s response deadline', '{n} return request is past the platform’s response deadline'],
  'returns.kind': RETURN_KIND_WORDS,
  'returns.state': RETURN_STATE_WORDS,
});
