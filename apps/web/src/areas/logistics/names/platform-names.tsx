import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  getExpressCorrespondence,
  getPlatformCorrespondingExpress,
  getPlatformExpress,
  savePlatformCorrespondingExpress,
} from '@tradewind/contract/logistics.ts';
import { Input, Select, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { platformName } from '../../../platform-names.ts';

type Mapping = ResultOf<typeof getPlatformCorrespondingExpress>['list'][number];
type Carrier = ResultOf<typeof getPlatformExpress>['list'][number];

interface NamedChannel {
  id: number;
  name: string;
  platformCarrierCode: string;
}
const KEPT_MS = 10 * 60_000;

/** The carrier names of a channel on each platform. Saves each choice at once. */
export function PlatformNamesDrawer({ channel, onClose }: { channel: NamedChannel; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const mappings = useCall(getPlatformCorrespondingExpress, { channelId: channel.id });
  const list = mappings.data?.list;
  return (
    <PageDrawer open title={`${t('names.title')} · ${channel.name}`} size={560} onClose={onClose}>
      <p className="tw-muted">{t('names.text', { code: channel.platformCarrierCode })}</p>
      {mappings.isPending && <Skeleton active />}
      {mappings.error && <PageError error={mappings.error} onRetry={() => void mappings.refetch()} />}
      {list?.length === 0 && <EmptyState title={t('names.none')} hint={t('names.noneHint')} />}
      {list?.map((mapping) => (
        <PlatformRow key={mapping.platform} mapping={mapping} fallback={channel.platformCarrierCode} />
      ))}
    </PageDrawer>
  );
}

function PlatformRow({ mapping, fallback }: { mapping: Mapping; fallback: string }): ReactNode {
  const { t } = useTranslation('logistics');
  const { channelId, platform } = mapping;
  const accepted = useCall(getPlatformExpress, { platform }, { staleMs: KEPT_MS });
  const save = useAct(savePlatformCorrespondingExpress, {
    refresh: [getPlatformCorrespondingExpress, getExpressCorrespondence],
    success: t('names.saved', { platform: platformName(platform) }),
  });
  const control = {
    mapping,
    label: platformName(platform),
    placeholder: t('names.same', { code: fallback }),
    onChange: ({ code, name }: Carrier) => save.mutate({ mapping: { channelId, platform, code, name } }),
  };
  const carriers = accepted.data?.list ?? [];
  const hint = accepted.error?.msg ?? (accepted.isSuccess && carriers.length === 0 ? t('names.unlisted') : undefined);
  return (
    <div className="tw-platform-name">
      <span>{control.label}</span>
      <div>
        {accepted.isPending || carriers.length > 0 ? (
          <Choice {...control} carriers={carriers} loading={accepted.isPending || save.isPending} />
        ) : (
          <Typed key={mapping.code} {...control} />
        )}
        {hint && <div className="tw-muted">{hint}</div>}
      </div>
    </div>
  );
}

interface ControlProps {
  mapping: Mapping;
  label: string;
  placeholder: string;
  onChange: (carrier: Carrier) => void;
}
const NOTHING: Carrier = { code: '', name: '' };

/** Shows codes only where several carriers share a name. */
function optionsOf(carriers: readonly Carrier[]) {
  const times = new Map<string, number>();
  for (const { name } of carriers) times.set(name, (times.get(name) ?? 0) + 1);
  return carriers.map(({ code, name }) => ({
    value: code,
    label: name === '' || times.get(name) === 1 ? name || code : `${name} · ${code}`,
  }));
}

function Choice(props: ControlProps & { carriers: readonly Carrier[]; loading: boolean }): ReactNode {
  const { mapping, label, placeholder, onChange, carriers, loading } = props;
  const value = mapping.mapped ? mapping.code : null;
  // A name that the platform no longer lists.
  const known = value === null || carriers.some((one) => one.code === value) ? carriers : [mapping, ...carriers];
  return (
    <Select
      aria-label={label}
      value={value}
      placeholder={placeholder}
      allowClear
      loading={loading}
      options={optionsOf(known)}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(code?: string) => onChange(known.find((one) => one.code === code) ?? NOTHING)}
    />
  );
}

/** Saves on Enter or when the field loses focus. */
function Typed({ mapping, label, placeholder, onChange }: ControlProps): ReactNode {
  const before = mapping.mapped ? mapping.code : '';
  const done = (text: string) => {
    if (text.trim() !== before) onChange({ code: text.trim(), name: '' });
  };
  return (
    <Input
      aria-label={label}
      defaultValue={before}
      placeholder={placeholder}
      maxLength={60}
      autoComplete="off"
      onPressEnter={(event) => event.currentTarget.blur()}
      onBlur={(event) => done(event.target.value)}
    />
  );
}
