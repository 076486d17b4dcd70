import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'trust.jobRuns': ['任务正在运行，请等它结束', 'It is running. Please wait until it ends'],
  'trust.jobGone': ['任务已结束或已取消', 'It has ended or was cancelled meanwhile'],
  'trust.noRun': ['没有这次检查', 'There is no such run'],
  'trust.alert.jobs': ['{count} 个后台任务失败，需要处理', '{count} background jobs failed and need a person'],
  'trust.alert.red': ['可信检查有 {count} 项不一致', '{count} trust checks do not add up'],
});
