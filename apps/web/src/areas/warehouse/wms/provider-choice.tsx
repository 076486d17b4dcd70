import type { ResultOf } from '@tradewind/contract/call.ts';
import type { wmsProviders } from '@tradewind/contract/wms.ts';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useLanguageName } from '../../../components/language-name.ts';

/** Chooses a provider. */
export function ProviderChoice({
  providers,
  loading,
  onChoose,
}: {
  providers: ResultOf<typeof wmsProviders>;
  loading: boolean;
  onChoose: (provider: string) => void;
}): ReactNode {
  const nameOf = useLanguageName();
  if (loading) return <Skeleton active />;
  return (
    <div className="tw-wms-bar">
      {providers.map(({ provider, name }) => (
        <Button key={provider} size="large" onClick={() => onChoose(provider)}>
          {nameOf(name)}
        </Button>
      ))}
    </div>
  );
}
