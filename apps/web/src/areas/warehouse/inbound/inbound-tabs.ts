import { INBOUND_STATES, inboundTabs } from '@tradewind/contract/warehouse.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { tabsOf } from '../../../components/list-page.tsx';

const LOOK_AGAIN_MS = 30_000;

/** ASNs by status, those with units to put away, and all. */
export function useInboundTabs() {
  const { t } = useTranslation('warehouse');
  const tabs = useCall(inboundTabs, {}, { everyMs: LOOK_AGAIN_MS });
  return tabsOf('state', INBOUND_STATES, (state) => t(`inbound.state.${state}`), {
    counts: tabs.data?.counts,
    uncounted: ['done', 'cancelled'],
    urgent: ['arrived'],
    more: [
      {
        value: 'toPutAway',
        label: t('inbound.toPutAway'),
        count: tabs.data?.toPutAway,
        urgent: true,
        input: { toPutAway: 'true' },
      },
      { value: 'all', label: t('inbound.all'), input: {} },
    ],
  });
}
