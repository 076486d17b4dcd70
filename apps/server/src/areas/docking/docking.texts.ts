import { DOCK_STATE_WORDS } from '@tradewind/contract/docking/words.ts';
import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'docking.notFound': ['找不到该预约', 'Appointment not found'],
  'docking.noDock': ['该订单不需要送货预约', 'This order does not need a dock appointment'],
  'docking.stale': ['预约已被他人修改，请刷新后重试', 'Someone else changed this appointment. Refresh and try again'],
  'docking.oneFacility': ['所选订单必须属于同一店铺、同一收货点', 'The selected orders must belong to one shop and one facility'],
  'docking.noOrders': ['请选择订单', 'Select orders'],
  'docking.over': ['订单 {number} 已结束，不能预约', 'Order {number} is closed. It cannot be scheduled'],
  'docking.taken': ['订单 {number} 已有预约 {other}', 'Order {number} already has appointment {other}'],
  'docking.needTime': ['请填写预约时间', 'Enter the appointment time'],
  'docking.needReason': ['请填写拒绝原因', 'Enter the reason for the refusal'],
  'docking.beforeReady': ['预约时间不能早于备妥日期', 'The appointment cannot be earlier than the ready date'],
  'docking.importOrder': ['找不到收货点 {facility} 的 Home Depot 入仓订单 {po}', 'No Home Depot store order {po} found for facility {facility}'],
  'docking.importMoved': ['预约 {number} 已到场，不能再修改', 'The truck of appointment {number} has arrived. It cannot be changed'],
  'docking.importTime': ['请填写期望时间或预约时间', 'Enter the requested time or the appointment time'],
  'docking.states': DOCK_STATE_WORDS,
});
