import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'settings.erpNameNeeded': ['请输入erp名称', 'Please enter the ERP name'],
  'settings.erpNameChinese': ['erp名称不能包含中文', 'The ERP name must not contain Chinese characters'],
  'settings.erpChooseOne': ['请先选中一条数据再删除！', 'Please select a record before you delete!'],
  'settings.erpTaken': ['“{name}”已经存在', '“{name}” is there already'],
  'settings.erpGone': ['该ERP已不存在', 'This ERP no longer exists'],
  'settings.viewGone': ['该筛选已不存在，或不能由您删除', 'This view no longer exists, or is not yours to remove'],
  'settings.viewsFull': ['每个列表最多保存 {most} 个筛选', 'At most {most} views of a list'],
  'settings.ratesAway': [
    '暂时取不到欧洲央行的汇率，请稍后再试；已有的汇率继续有效',
    "The central bank's rates cannot be fetched right now. The rates you have stay valid",
  ],
  'settings.ratesNotOffered': [
    '本位币不在欧洲央行公布的币种里',
    'The central bank publishes no rate for your base currency',
  ],
  'settings.listUnknown': ['没有这个下拉列表', 'There is no such list'],
  'settings.optionGone': ['该选项已不存在', 'This option no longer exists'],
  'settings.optionUnknown': ['“{value}”不在可选项里，或已停用', '“{value}” is none of the options, or is switched off'],
  'settings.optionTaken': ['“{value}”已经存在', '“{value}” is there already'],
  'settings.noRate': [
    '{currency} 在 {day} 没有汇率，请先到“汇率”页面维护',
    'There is no exchange rate for {currency} on {day}. Please enter one under Exchange rates',
  ],
  'settings.baseCurrency': ['本位币的汇率恒为 1，无需维护', 'The base currency needs no rate: it is always 1'],
  'settings.firstRate': [
    '该币种的第一个汇率不能从将来的日期开始',
    'The first rate of a currency cannot begin in the future',
  ],
  'settings.rateJump': [
    '与之前的汇率 {previous} 相差 {percent}%，请核对后再确认',
    'This differs from the former rate {previous} by {percent}%. Please check it, then confirm',
  ],
  'settings.rateGone': ['该汇率已不存在', 'This rate no longer exists'],
  'settings.lastRate': [
    '{currency} 只有这一个汇率，不能删除，可以直接修改',
    'This is the only rate of {currency}: change it instead of removing it',
  ],
});
