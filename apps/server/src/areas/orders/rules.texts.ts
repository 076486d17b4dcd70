import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'orders.ruleNotFound': ['规则不存在', 'There is no such rule'],
  'orders.ruleStale': [
    '规则“{name}”已被他人修改，请刷新后再试',
    'The rule "{name}" was changed by somebody else. Please reload and try again',
  ],
  'orders.ruleAction': ['请选择规则要执行的动作', 'Choose what the rule does'],
  'orders.ruleNumber': ['请填写数字', 'Enter a number'],
  'orders.ruleRange': [
    '请填写首尾位数相同的邮编段，例如 90000-96199',
    'Enter ranges whose ends are of the same length, for example 90000-96199',
  ],
  'orders.rulesTooMany': ['规则最多 {most} 条', 'At most {most} rules'],
  'orders.noRuleDraft': ['没有待启用的规则修改', 'There is no draft of the rules'],
  'orders.ruleDraftStale': [
    '草稿已被 {name} 修改，请刷新后重新试算',
    'The draft was changed by {name}. Please reload and rehearse it again',
  ],
  'orders.ruleRehearseFirst': ['请先试算当前草稿，再启用', 'Rehearse the draft as it is before you switch it on'],
  'orders.ruleProblems': ['规则未启用：{problems}', 'The rules were not switched on: {problems}'],
  'orders.ruleProblem.gone': [
    '“{name}”指向的仓库、渠道或标签已停用或删除',
    '“{name}” points to a warehouse, channel or tag that is switched off or gone',
  ],
  'orders.ruleProblem.contradiction': ['“{name}”的条件互相矛盾', 'the conditions of “{name}” contradict each other'],
  'orders.ruleProblem.shadowed': [
    '“{name}”被前面的“{by}”完全覆盖',
    '“{name}” is never asked: “{by}” takes all it would',
  ],
  'orders.ruleProblem.fallen': [
    '“{name}”现在决定的 {count} 个订单将无规则处理（{orders}）',
    '{count} orders that “{name}” decides today would be decided by none ({orders})',
  ],
  'orders.ruleProblem.more': ['另有 {count} 个问题', 'and {count} more'],
  'orders.ruleVersionNotFound': ['没有这个规则版本', 'There is no such version of the rules'],
  'orders.rehearsalNotFound': ['试算不存在或已结束', 'This rehearsal does not exist or is over'],
});
