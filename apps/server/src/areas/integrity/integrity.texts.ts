import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'integrity.jobRuns': ['任务正在运行，请等待结束', 'The job is running. Wait until it finishes'],
  'integrity.jobGone': ['任务已结束或已取消', 'The job has finished or was cancelled'],
  'integrity.noRun': ['该次校验不存在', 'This run does not exist'],
  'integrity.alert.jobs': ['{count} 个后台任务失败，需要处理', '{count} background jobs failed and need attention', '{count} background job failed and needs attention'],
  'integrity.alert.red': ['数据校验有 {count} 项不一致', '{count} integrity checks found mismatches', '{count} integrity check found mismatches'],
});
