import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'reports.none': ['（无）', '(none)'],
  'reports.noDimension': ['该报表不能按此汇总或筛选', 'This report cannot be grouped or filtered by this'],
  'reports.noMeasure': ['该报表没有此指标，或您无权查看', 'This report does not have this measure, or you may not see it'],
  'reports.noLines': ['该报表没有您可查看的明细', 'This report has no lines that you may see'],
  'reports.endsBefore': ['结束日期不能早于开始日期', 'The last day is before the first'],
  'reports.tooLong': ['最多 {days} 天，请缩短日期范围', 'At most {days} days. Choose a shorter range'],
  'reports.tooManyRows': ['超过 {rows} 行，请在页面上导出，文件会在后台生成', 'More than {rows} rows. Export them on the page; the file is made in the background'],
  'reports.about.report': ['报表', 'Report'],
  'reports.about.days': ['日期', 'Days'],
  'reports.about.zone': ['日界（时区）', 'Days by time zone'],
  'reports.about.currency': ['币种', 'Currency'],
  'reports.about.books': ['账期', 'Books'],
  'reports.books.open': ['未结账', 'Open'],
  'reports.books.closed': ['已结账', 'Closed'],
  'reports.books.partly': ['部分月份已结账', 'Some months closed'],
  'reports.about.known': ['数据截至', 'As known at'],
  'reports.about.scope': ['数据范围', 'Scope'],
  'reports.about.own': ['仅您有权限的店铺和仓库', 'Only your shops and warehouses'],
  'reports.about.all': ['全公司', 'The whole company'],
});
