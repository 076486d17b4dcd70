import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  channelOptions,
  findUpsDetail,
  getAuthUrl,
  getUpsAuth,
  listCarriers,
  listChannels,
  saveOrUpdateUpsAuth,
  testCarrierAccount,
} from '@tradewind/contract/logistics.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { useMay } from '../../components/can.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { firstOptions, keyFieldsOf } from '../../components/key-fields.ts';
import { useLanguageName } from '../../components/language-name.ts';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { useSavedStep } from '../../components/setup.ts';

const LISTS = [getUpsAuth, findUpsDetail, listChannels, channelOptions];

/** Sends a real token request and shows the result at once. */
export function useAccountTest() {
  const { t } = useTranslation('logistics');
  return useAct(testCarrierAccount, {
    refresh: LISTS,
    onDone: ({ authorized, error }: ResultOf<typeof testCarrierAccount>) =>
      authorized ? toast.success(t('testOk')) : toast.warning(t('testFailed', { error })),
  });
}

/** Leads to the carrier's page, on which the user authorizes an account without keys. */
export function useAuthorization() {
  const go = useAct(getAuthUrl, { onDone: ({ url }) => window.location.assign(url) });
  return { isPending: go.isPending, begin: (id: number) => go.mutate({ id, origin: window.location.origin }) };
}

type Save = typeof saveOrUpdateUpsAuth;
type Definition = ResultOf<typeof listCarriers>['list'][number];

interface FormProps {
  id?: number;
  mayTest: boolean;
  onClose: () => void;
}

/** Without an id: a new account, with a channel that orders can use at once. Saving tests the connection. */
export function AccountForm(props: FormProps): ReactNode {
  const { t } = useTranslation('logistics');
  const { id, onClose } = props;
  const carriers = useCall(listCarriers, {});
  const found = useCall(findUpsDetail, { id: id ?? 0 }, { enabled: id !== undefined });
  const list = carriers.data?.list ?? [];
  const [chosen, setChosen] = useState<string>();
  // One carrier is no choice.
  const carrier = found.data?.carrier ?? chosen ?? (list.length === 1 ? list[0]?.carrier : undefined);
  const definition = list.find((one) => one.carrier === carrier);
  if (definition && (id === undefined || found.data))
    return <KeysForm {...props} definition={definition} {...(found.data ? { known: found.data } : {})} />;
  return (
    <PageDrawer open title={t(id === undefined ? 'chooseCarrier' : 'editAccount')} onClose={onClose}>
      {carriers.isPending || id !== undefined ? (
        <Skeleton active />
      ) : (
        <div className="tw-carrier-choice">
          {list.map((one) => (
            <Button key={one.carrier} size="large" onClick={() => setChosen(one.carrier)}>
              {t(`carriers.${one.carrier}`)}
            </Button>
          ))}
        </div>
      )}
    </PageDrawer>
  );
}

function KeysForm({
  definition,
  known,
  mayTest,
  onClose,
}: FormProps & { definition: Definition; known?: ResultOf<typeof findUpsDetail> }): ReactNode {
  const { t } = useTranslation('logistics');
  const nameOf = useLanguageName();
  const test = useAccountTest();
  const authorization = useAuthorization();
  const mayAuthorize = useMay()(getAuthUrl);
  const saved = useSavedStep();
  const { carrier, accountNumber, consent } = definition;
  const keys = consent ? definition.keys.map((key) => ({ ...key, optional: true })) : definition.keys;
  const needsConsent = useRef(false);
  const help = [nameOf(definition.keysHelp), consent && t('keysOrConsent')].filter(Boolean).join(' ');
  const initial = known
    ? {
        name: known.name,
        accountNumber: known.accountNumber,
        keys: known.keys,
        sandbox: known.sandbox,
        enabled: known.enabled,
      }
    : { name: t(`carriers.${carrier}`), keys: firstOptions(keys), sandbox: false, enabled: true, withChannel: true };
  const isNew = !known;
  return (
    <FormDrawer
      open
      title={isNew ? t('addAccountOf', { carrier: t(`carriers.${carrier}`) }) : t('editAccount')}
      call={saveOrUpdateUpsAuth}
      verb={t('saveAccount')}
      refresh={LISTS}
      initial={{ account: initial }}
      toInput={({ account }) => {
        const typed = Object.values(account.keys).some(Boolean);
        needsConsent.current = consent && !typed && !(known?.byConsent && known.state === 'authorized');
        return { account: { ...account, carrier, ...(known ? { id: known.id } : {}) } };
      }}
      onDone={(done) => {
        if (needsConsent.current && mayAuthorize) return authorization.begin(done.id);
        void saved(t(mayTest ? 'accountTested' : 'accountSaved'));
        if (mayTest) test.mutate({ id: done.id });
      }}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'account.name', label: t('accountName') },
        {
          kind: 'text',
          name: 'account.accountNumber',
          label: nameOf(accountNumber.label),
          max: 30,
          placeholder: accountNumber.example,
          pattern: {
            value: new RegExp(accountNumber.pattern, 'i'),
            message: t('accountNumberBad', { example: accountNumber.example }),
          },
        },
        ...keyFieldsOf<Save>(
          keys,
          nameOf,
          'account.keys',
          known && !known.byConsent ? { kept: t('secretKept') } : { help },
        ),
        isNew && { kind: 'switch', name: 'account.withChannel', label: t('withChannel'), help: t('withChannelHelp') },
        !isNew && { kind: 'switch', name: 'account.enabled', label: t('enabled'), half: true },
        { kind: 'switch', name: 'account.sandbox', label: t('sandbox'), half: true },
      ]}
    />
  );
}
