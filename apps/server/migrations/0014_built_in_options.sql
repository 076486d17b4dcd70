-- Companies that were there before lists had built-in options get them, too.
insert into drop_option (company_id, zoot, value, label_zh, label_en, place, built_in)
select c.id, o.zoot, o.value, o.zh, o.en, o.place, true
from company c cross join (values
  ('product.unit', 'pcs', '个', 'pcs', 0),
  ('product.unit', 'set', '套', 'set', 1),
  ('product.unit', 'pair', '双', 'pair', 2),
  ('product.unit', 'box', '盒', 'box', 3),
  ('product.unit', 'bag', '袋', 'bag', 4),
  ('product.unit', 'roll', '卷', 'roll', 5),
  ('product.unit', 'm', '米', 'm', 6),
  ('product.unit', 'kg', '千克', 'kg', 7),
  ('product.label', 'new', '新品', 'New', 0),
  ('product.label', 'best', '爆款', 'Best seller', 1),
  ('product.label', 'season', '季节款', 'Seasonal', 2),
  ('product.label', 'clearance', '清仓', 'Clearance', 3),
  ('expense.type', 'rent', '房租', 'Rent', 0),
  ('expense.type', 'salary', '工资', 'Salaries', 1),
  ('expense.type', 'software', '软件服务', 'Software', 2),
  ('expense.type', 'packaging', '包装耗材', 'Packaging', 3),
  ('expense.type', 'travel', '差旅', 'Travel', 4),
  ('expense.type', 'other', '其他', 'Other', 5),
  ('return.reason', 'damaged', '商品破损', 'Damaged', 0),
  ('return.reason', 'wrong', '发错商品', 'Wrong item', 1),
  ('return.reason', 'notAsDescribed', '与描述不符', 'Not as described', 2),
  ('return.reason', 'unwanted', '买家不想要', 'No longer wanted', 3),
  ('return.reason', 'lost', '未收到', 'Not received', 4),
  ('return.reason', 'other', '其他', 'Other', 5),
  ('cancel.reason', 'buyer', '买家要求', 'Asked by the buyer', 0),
  ('cancel.reason', 'outOfStock', '缺货', 'Out of stock', 1),
  ('cancel.reason', 'address', '地址无法配送', 'Address cannot be delivered to', 2),
  ('cancel.reason', 'price', '价格错误', 'Wrong price', 3),
  ('cancel.reason', 'fraud', '风险订单', 'Suspected fraud', 4),
  ('cancel.reason', 'other', '其他', 'Other', 5)
) as o(zoot, value, zh, en, place)
on conflict (company_id, zoot, value) do nothing;
