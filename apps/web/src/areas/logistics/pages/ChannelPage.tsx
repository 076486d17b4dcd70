import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Views } from '../../../components/views.tsx';
import { ChannelsPanel } from '../channels-panel.tsx';
import { DutyRates } from '../duties/duty-rates.tsx';
import { ChannelNames } from '../names/channel-names.tsx';
import { DeliveryOptions } from '../names/delivery-options.tsx';
import { ProviderMethods } from '../names/provider-methods.tsx';
import '../logistics.css';

const VIEWS = {
  channels: ChannelsPanel,
  names: ChannelNames,
  options: DeliveryOptions,
  methods: ProviderMethods,
  duties: DutyRates,
};
const NAMES = ['channels', 'names', 'options', 'methods', 'duties'] as const;

/** Channels with their rate cards, what platforms call them, and what platforms and providers ship by. */
export default function ChannelPage(): ReactNode {
  const { t } = useTranslation('logistics');
  const [params, setParams] = useSearchParams();
  const view = NAMES.find((name) => name === params.get('view')) ?? 'channels';
  const View = VIEWS[view];
  return (
    <>
      <Views
        label={t('express.viewLabel')}
        value={view}
        options={NAMES.map((value) => ({ value, label: t(`express.view.${value}`) }))}
        onChange={(next) => setParams(next === 'channels' ? {} : { view: next })}
        className="tw-channel-views"
      >
        <Link to="/calculatePage">{t('title.calculate')}</Link>
      </Views>
      <View />
    </>
  );
}
