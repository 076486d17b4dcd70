import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  channelOptions,
  findUpsDetail,
  getUpsAuth,
  listChannels,
  saveOrUpdateUpsAuth,
  testCarrierAccount,
} from '@tradewind/contract/logistics.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
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

/** Without an id: a new account, with a channel that orders can use at once. Saving tests the connection. */
export function AccountForm({
  id,
  mayTest,
  onClose,
}: {
  id?: number;
  mayTest: boolean;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('logistics');
  const found = useCall(findUpsDetail, { id: id ?? 0 }, { enabled: id !== undefined });
  const test = useAccountTest();
  const saved = useSavedStep();
  const isNew = id === undefined;
  const known = found.data;
  const initial = known
    ? {
        account: {
          name: known.name,
          accountNumber: known.accountNumber,
          clientId: known.clientId,
          clientSecret: '',
          sandbox: known.sandbox,
          enabled: known.enabled,
        },
      }
    : { account: { name: 'UPS', sandbox: false, enabled: true, withChannel: true } };
  return (
    <FormDrawer
      key={known ? 'known' : 'new'}
      open
      title={t(id === undefined ? 'addAccount' : 'editAccount')}
      call={saveOrUpdateUpsAuth}
      verb={t('saveAccount')}
      refresh={LISTS}
      loading={id !== undefined && found.isPending}
      error={found.error}
      initial={initial}
      toInput={({ account }) => ({ account: { ...account, ...(known ? { id: known.id } : {}) } })}
      onDone={(done) => {
        void saved(t(mayTest ? 'accountTested' : 'accountSaved'));
        if (mayTest) test.mutate({ id: done.id });
      }}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'account.name', label: t('accountName') },
        {
          kind: 'text',
          name: 'account.accountNumber',
          label: t('accountNumber'),
          max: 6,
          placeholder: 'A1B2C3',
          pattern: { value: /^[A-Za-z0-9]{6}$/, message: t('accountNumberBad') },
        },
        { kind: 'text', name: 'account.clientId', label: t('clientId') },
        {
          kind: 'password',
          name: 'account.clientSecret',
          label: t('clientSecret'),
          required: id === undefined,
          help: t(id === undefined ? 'secretHelp' : 'secretKept'),
        },
        isNew && { kind: 'switch', name: 'account.withChannel', label: t('withChannel'), help: t('withChannelHelp') },
        !isNew && { kind: 'switch', name: 'account.enabled', label: t('enabled'), half: true },
        { kind: 'switch', name: 'account.sandbox', label: t('sandbox'), half: true },
      ]}
    />
  );
}
