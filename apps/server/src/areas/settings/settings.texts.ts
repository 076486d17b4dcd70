import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'settings.erpNameNeeded': ['请输入erp名称', 'Please enter the ERP name'],
  'settings.erpNameChinese': ['erp名称不能包含中文', 'The ERP name must not contain Chinese characters'],
  'settings.erpChooseOne': ['请先选中一条数据再删除！', 'Please select a record before you delete!'],
  'settings.erpTaken': ['“{name}”已存在', '“{name}” already exists'],
  'settings.erpGone': ['该ERP已不存在', 'This ERP no longer exists'],
  'settings.viewGone': ['该筛选已不存在，或您无权删除', 'This filter no longer exists, or you cannot delete it'],
  'settings.viewsFull': ['每个列表最多保存 {most} 个筛选', 'Up to {most} saved filters per list'],
  'settings.ratesAway': ['暂时无法获取欧洲央行的汇率，请稍后再试；已有的汇率继续有效', 'Could not fetch the European Central Bank rates. Try again later; current rates stay valid'],
  'settings.ratesNotOffered': ['欧洲央行未公布您本位币的汇率', 'The European Central Bank publishes no rate for your base currency'],
  'settings.listUnknown': ['下拉列表不存在', 'This list does not exist'],
  'settings.optionGone': ['该选项已不存在', 'This option no longer exists'],
  'settings.optionUnknown': ['“{value}”不是可选项，或已停用', '“{value}” is not an option, or is disabled'],
  'settings.optionTaken': ['“{value}”已存在', '“{value}” already exists'],
  'settings.noRate': ['{currency} 在 {day} 没有汇率，请先在“汇率”页面设置', 'No exchange rate for {currency} on {day}. Set it under Exchange rates'],
  'settings.baseCurrency': ['本位币的汇率恒为 1，无需设置', 'The base currency rate is always 1, so there is nothing to set'],
  'settings.firstRate': ['该币种的第一个汇率不能从将来的日期开始', 'The first rate of a currency cannot start in the future'],
  'settings.rateJump': ['与之前的汇率 {previous} 相差 {percent}%，请核对后再确认', 'This differs from the previous rate {previous} by {percent}%. Check it, then confirm'],
  'settings.rateGone': ['该汇率已不存在', 'This rate no longer exists'],
  'settings.lastRate': ['{currency} 只有这一个汇率，不能删除，请直接修改', 'This is the only rate for {currency}. Change it instead of deleting it'],
});
