import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  scan: {
    refused: {
      open: ['未入账', 'Not booked'],
      title: ['未入账的扫描', 'Scans not booked'],
      none: ['没有未处理的扫描', 'No open scans'],
      hint: ['这些扫描被系统拒绝，没有入账。请核对实物，再标为已处理。', 'These scans were refused and nothing was booked. Check the goods, then mark them as resolved.'],
      late: ['断网，{{count}} 分钟后才发送', 'Offline: sent {{count}} minutes after the scan', 'Offline: sent {{count}} minute after the scan'],
      device: ['设备 {{name}}', 'device {{name}}'],
      other: ['{{actor}} 已先完成：{{kind}}（设备 {{device}}，{{at}}）', '{{actor}} was first: {{kind}} (device {{device}}, {{at}})'],
      settle: ['已处理', 'Mark as resolved'],
      settleAll: ['本页 {{count}} 条标为已处理', 'Mark all {{count}} on this page as resolved', 'Mark this scan as resolved'],
    },
  },
} satisfies TextPairs;
