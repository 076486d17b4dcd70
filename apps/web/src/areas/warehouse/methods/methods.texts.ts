import { CARRIER_WORDS } from '@tradewind/contract/logistics/words.ts';
import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  methods: {
    title: ['发货方式', 'Shipping methods'],
    all: ['所有物流渠道都从这个仓库发货', 'All shipping channels ship from this warehouse'],
    allHint: ['以后新增的渠道也包括在内。关闭后可逐个选择。', 'Channels added later are included. Turn this off to choose one by one.'],
    chosenHint: ['只有打开的渠道能从该仓库发货：规则和自动选择会跳过其他渠道，手工选择和购买面单会被拒绝。', 'Only channels turned on ship from this warehouse. Rules and automatic selection skip the others, and you cannot choose them by hand or buy their labels.'],
    channel: ['物流渠道', 'Shipping channel'],
    carrier: ['承运商', 'Carrier'],
    carriers: CARRIER_WORDS,
    state: ['状态', 'Status'],
    enabled: ['启用', 'Enabled'],
    disabled: ['已停用', 'Disabled'],
    default: ['默认', 'Default'],
    ships: ['从该仓库发货', 'Ships from here'],
    needOne: ['请至少打开一个渠道，或允许所有渠道从该仓库发货', 'Turn on at least one channel, or let all channels ship from this warehouse'],
    save: ['保存发货方式', 'Save shipping methods'],
    saved: ['发货方式已保存', 'Shipping methods saved'],
    empty: ['还没有物流渠道', 'No shipping channels yet'],
    emptyHint: ['请先在“系统设置 › 快递物流”里添加渠道，再到这里选择。', 'Add channels under System settings › Carriers, then choose them here.'],
  },
} satisfies TextPairs;
