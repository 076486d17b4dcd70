import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  deleteTracker,
  getTracker,
  saveTracker,
  type TrackerAccount,
  testTracker,
} from '@tradewind/contract/logistics.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime } from '../../components/figures.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { formatNumber } from '../../components/format.ts';
import { firstOptions, keyFieldsOf } from '../../components/key-fields.ts';
import { useLanguageName } from '../../components/language-name.ts';
import { StatusTag } from '../../components/status-tag.tsx';

type Definition = ResultOf<typeof getTracker>['list'][number];

/** Who follows parcels that no carrier account of the company reports on. Not shown where there is no such service. */
export function TrackerPanel(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const found = useCall(getTracker, {});
  const [form, setForm] = useState<Definition>();
  const { account = null, list = [] } = found.data ?? {};
  if (list.length === 0) return null;
  const definition = list.find((one) => one.tracker === account?.tracker);
  return (
    <section className="tw-panel">
      <header className="tw-carrier-head">
        <div>
          <h2>{t('tracker.title')}</h2>
          <p className="tw-muted">{t('tracker.hint')}</p>
        </div>
        {!account && may(saveTracker) && (
          <span className="tw-carrier-actions">
            {list.map((one) => (
              <Button key={one.tracker} onClick={() => setForm(one)}>
                {t('tracker.add', { name: one.name })}
              </Button>
            ))}
          </span>
        )}
        {account && <Actions onEdit={definition && (() => setForm(definition))} />}
      </header>
      {account && <AccountFacts account={account} name={definition?.name ?? account.tracker} />}
      {form && (
        <TrackerForm
          definition={form}
          known={form.tracker === account?.tracker ? account : null}
          onClose={() => setForm(undefined)}
        />
      )}
    </section>
  );
}

function AccountFacts({ account, name }: { account: TrackerAccount; name: string }): ReactNode {
  const { t } = useTranslation('logistics');
  const { quota, lastError, enabled, pushUrl } = account;
  return (
    <>
      {lastError && <Alert type="error" showIcon title={lastError} />}
      {quota?.left === 0 && <Alert type="warning" showIcon title={t('tracker.used')} />}
      <Facts
        items={[
          [
            t('tracker.service'),
            <span key="service">
              {name} <StatusTag tone={enabled ? 'good' : 'muted'}>{t(enabled ? 'enabled' : 'disabled')}</StatusTag>
            </span>,
          ],
          [
            t('tracker.quota'),
            quota && t('tracker.quotaOf', { left: formatNumber(quota.left), total: formatNumber(quota.total) }),
          ],
          [t('tracker.quotaAt'), quota && <DateTime key="at" at={quota.at} />],
          [t('tracker.pushUrl'), <code key="push">{pushUrl}</code>],
        ]}
      />
    </>
  );
}

function Actions({ onEdit }: { onEdit: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const test = useTrackerTest();
  const remove = useAct(deleteTracker, { refresh: [getTracker], success: t('accountDeleted') });
  return (
    <span className="tw-carrier-actions">
      {(may(rights.carrier.authorize) || may(rights.carrier.refresh)) && (
        <Button type="link" size="small" loading={test.isPending} onClick={() => test.mutate({})}>
          {t('test')}
        </Button>
      )}
      {may(saveTracker) && onEdit && (
        <Button type="link" size="small" onClick={onEdit}>
          {t('action.edit')}
        </Button>
      )}
      {may(deleteTracker) && (
        <ConfirmDanger
          type="link"
          size="small"
          title={t('tracker.deleteTitle')}
          consequence={t('tracker.deleteText')}
          verb={t('action.delete')}
          onConfirm={() => remove.mutateAsync({})}
        />
      )}
    </span>
  );
}

/** Reads the quota with the saved keys and shows the result at once. */
function useTrackerTest() {
  const { t } = useTranslation('logistics');
  return useAct(testTracker, {
    refresh: [getTracker],
    onDone: ({ authorized, error }: ResultOf<typeof testTracker>) =>
      authorized ? toast.success(t('testOk')) : toast.warning(t('testFailed', { error })),
  });
}

interface FormProps {
  definition: Definition;
  known: TrackerAccount | null;
  onClose: () => void;
}

function TrackerForm({ definition, known, onClose }: FormProps): ReactNode {
  const { t } = useTranslation('logistics');
  const nameOf = useLanguageName();
  const test = useTrackerTest();
  const may = useMay();
  const { tracker, name, keys, keysHelp } = definition;
  const initial = known
    ? { keys: known.keys, sandbox: known.sandbox, enabled: known.enabled }
    : { keys: firstOptions(keys), sandbox: false, enabled: true };
  return (
    <FormDrawer
      open
      title={t('tracker.add', { name })}
      call={saveTracker}
      verb={t('saveAccount')}
      refresh={[getTracker]}
      initial={{ account: initial }}
      toInput={({ account }) => ({ account: { ...account, tracker } })}
      onDone={() => {
        if (may(testTracker)) test.mutate({});
        else toast.success(t('accountSaved'));
      }}
      onClose={onClose}
      fields={[
        ...keyFieldsOf<typeof saveTracker>(
          keys,
          nameOf,
          'account.keys',
          known ? { kept: t('secretKept') } : { help: nameOf(keysHelp) },
        ),
        { kind: 'switch', name: 'account.enabled', label: t('enabled'), half: true },
        { kind: 'switch', name: 'account.sandbox', label: t('sandbox'), half: true },
      ]}
    />
  );
}
