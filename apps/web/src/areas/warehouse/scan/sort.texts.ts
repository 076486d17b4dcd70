import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  sort: {
    choose: ['扫描要分拣的波次号，或选择一个', 'Scan a wave no. to sort, or choose a wave'],
    none: ['没有待分拣的波次', 'No waves to sort'],
    noneHint: ['“批量拣货，播种墙分拣”的波次拣完后会显示在这里。', 'Waves with “Batch picking with put wall” appear here once picked.'],
    scanItem: ['扫描商品，还有 {{count}} 件待分拣', 'Scan an item, {{count}} left to sort'],
    allSorted: ['已拣的商品都分好了', 'Everything picked is sorted'],
    intoSlot: ['放入 {{slot}} 号格口', 'Put into slot {{slot}}'],
    complete: ['{{slot}} 号格口已齐，请送去打包', 'Slot {{slot}} is complete. Take it to packing'],
    waiting: ['格口由系统分配，请联网后再分拣', 'The server assigns the slot. Sort again once you are online'],
    nothingToUndo: ['没有可撤销的分拣', 'Nothing to undo'],
    takenOut: ['请从 {{slot}} 号格口取出', 'Take it out of slot {{slot}}'],
    wall: ['播种墙', 'Put wall'],
    slot: ['{{slot}} 号格口：已分 {{sorted}}，共 {{units}}', 'Slot {{slot}}: {{sorted}} of {{units}}'],
    slotOf: ['{{slot}} 号格口', 'Slot {{slot}}'],
    full: ['已齐', 'Complete'],
    takeBack: ['已取消，请取出放回', 'Cancelled: put it back'],
    leave: ['换波次', 'Switch wave'],
  },
} satisfies TextPairs;
