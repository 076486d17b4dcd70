import { saveWmsConnection, type WmsConnectionRow, wmsConnections, wmsProviders } from '@tradewind/contract/wms.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { type FieldsOf, FormDrawer, type StartOf } from '../../../components/form-drawer.tsx';
import { firstOptions, keyFieldsOf } from '../../../components/key-fields.ts';
import { useLanguageName } from '../../../components/language-name.ts';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { ProviderChoice } from './provider-choice.tsx';

/** Step 1: the account and its keys, verified before they are saved. */
export function ConnectForm({
  row,
  known = [],
  onDone,
  onClose,
}: {
  row?: WmsConnectionRow;
  /** Existing accounts to continue with instead of a new one. */
  known?: readonly WmsConnectionRow[];
  onDone: (id: number) => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('warehouse');
  const nameOf = useLanguageName();
  const providers = useCall(wmsProviders, {});
  const [chosen, setChosen] = useState(row?.provider);
  const definition = providers.data?.find((one) => one.provider === chosen);
  if (!chosen || !definition)
    return (
      <PageDrawer open title={t('partner.connectTitle')} onClose={onClose}>
        {known.length > 0 && (
          <>
            <h3>{t('partner.knownAccounts')}</h3>
            <div className="tw-wms-bar">
              {known.map(({ id, name }) => (
                <Button key={id} size="large" onClick={() => onDone(id)}>
                  {name}
                </Button>
              ))}
            </div>
            <h3>{t('partner.newAccount')}</h3>
          </>
        )}
        <ProviderChoice providers={providers.data ?? []} loading={providers.isPending} onChoose={setChosen} />
      </PageDrawer>
    );
  const fields: FieldsOf<typeof saveWmsConnection> = [
    { kind: 'text', name: 'name', label: t('partner.name') },
    ...keyFieldsOf<typeof saveWmsConnection>(definition.keys, nameOf, 'keys', row ? { kept: t('partner.kept') } : {}),
    definition.hosted && { kind: 'text', name: 'baseUrl', label: t('partner.baseUrl'), help: t('partner.baseUrlHelp') },
    definition.trial && {
      kind: 'switch',
      name: 'sandbox',
      label: t('partner.sandbox'),
      help: t('partner.sandboxHelp'),
    },
  ];
  const initial: StartOf<typeof saveWmsConnection> = row
    ? { id: row.id, provider: row.provider, name: row.name, keys: row.keys, baseUrl: row.baseUrl, sandbox: row.sandbox }
    : {
        provider: chosen,
        name: nameOf(definition.name),
        keys: firstOptions(definition.keys),
        baseUrl: '',
        sandbox: false,
      };
  return (
    <FormDrawer
      key={chosen}
      open
      title={row ? t('partner.editTitle', { name: row.name }) : t('partner.connectTitle')}
      call={saveWmsConnection}
      verb={t('partner.saveKeys')}
      success={t('partner.saved')}
      refresh={[wmsConnections]}
      initial={initial}
      fields={fields}
      onDone={({ id }) => setTimeout(() => onDone(id))}
      onClose={onClose}
    >
      {row?.lastError && <Alert type="error" title={row.lastError} />}
    </FormDrawer>
  );
}
