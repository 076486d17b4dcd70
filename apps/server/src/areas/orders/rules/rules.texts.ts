import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'orders.ruleNotFound': ['找不到该规则', 'Rule not found'],
  'orders.ruleStale': ['规则“{name}”已被他人修改，请刷新后重试', 'Someone else has changed rule “{name}”. Reload and try again'],
  'orders.ruleAction': ['请选择规则执行的操作', 'Choose an action for the rule'],
  'orders.ruleNumber': ['请填写数字', 'Enter a number'],
  'orders.ruleRange': ['请填写首尾位数相同的邮编范围，例如 90000-96199', 'Enter ranges whose first and last code have the same length, for example 90000-96199'],
  'orders.rulesTooMany': ['最多 {most} 条规则', 'At most {most} rules are allowed'],
  'orders.noRuleDraft': ['没有待启用的规则草稿', 'No rule draft found'],
  'orders.ruleDraftStale': ['草稿已被 {name} 修改，请刷新后重新试运行', '{name} has changed the draft. Reload and start a new dry run'],
  'orders.ruleRehearseFirst': ['请先试运行当前草稿，再启用', 'Start a dry run of the current draft before you go live'],
  'orders.ruleProblems': ['规则未启用：{problems}', 'The rules did not go live: {problems}'],
  'orders.ruleProblem.gone': ['“{name}”引用的仓库、渠道或标签已停用或删除', '“{name}” uses a warehouse, channel or tag that is disabled or deleted'],
  'orders.ruleProblem.contradiction': ['“{name}”的条件互相矛盾', 'the conditions of “{name}” contradict each other'],
  'orders.ruleProblem.shadowed': ['“{name}”被前面的“{by}”完全覆盖，不会生效', '“{name}” never applies because “{by}” matches all its orders first'],
  'orders.ruleProblem.fallen': ['“{name}”目前处理的 {count} 个订单将没有规则匹配（{orders}）', '{count} orders that “{name}” matches today would match no rule ({orders})', '{count} order that “{name}” matches today would match no rule ({orders})'],
  'orders.ruleProblem.more': ['另有 {count} 个问题', 'and {count} more problems', 'and {count} more problem'],
  'orders.ruleVersionNotFound': ['找不到该规则版本', 'Rule version not found'],
  'orders.rehearsalNotFound': ['试运行不存在或已结束', 'The dry run does not exist or has ended'],
});
