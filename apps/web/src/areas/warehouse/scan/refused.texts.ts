import { SCAN_KIND_WORDS } from '@tradewind/contract/warehouse/words.ts';
import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  scan: {
    refused: {
      open: ['未入账', 'Not booked'],
      title: ['未入账的扫描', 'Scans not booked'],
      none: ['没有未处理的扫描', 'No open scans'],
      hint: ['断网期间，两台设备可能做了同一操作。先到的已入账，后到的列在这里：请核对实物，再标为已处理。', 'While offline, two devices may have done the same work. The first scan is booked, later ones are listed here: check the goods, then mark them as resolved.'],
      device: ['设备 {{name}}', 'device {{name}}'],
      other: ['{{actor}} 已先完成：{{kind}}（设备 {{device}}，{{at}}）', '{{actor}} was first: {{kind}} (device {{device}}, {{at}})'],
      settle: ['已处理', 'Mark as resolved'],
      settleAll: ['本页 {{count}} 条标为已处理', 'Mark all {{count}} on this page as resolved', 'Mark this scan as resolved'],
      kind: SCAN_KIND_WORDS,
    },
  },
} satisfies TextPairs;
