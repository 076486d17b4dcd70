import { dryRunMapping, type MappableAccount, type MappingDryRun, saveMapping } from '@tradewind/contract/finance.ts';
import { Alert, Form } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../api/hooks.ts';
import { Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { usePause } from '../../../components/use-pause.ts';
import { platformOptions } from '../../../platform-names.ts';
import { useAccounts } from './account-names.ts';
import { MAPPING_CHANGES } from './mapping-changes.ts';

export interface MappingStart {
  platform?: string;
  pattern?: string;
}

/** A mapping of a platform's term to an account, and what it would move. */
export function MappingForm({ start, onClose }: { start: MappingStart; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const { mappable } = useAccounts();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return (
    <FormDrawer
      open
      title={t('settle.addMapping')}
      call={saveMapping}
      initial={{ ...start, idempotencyKey }}
      verb={t('settle.saveMapping')}
      success={t('settle.mappingSaved')}
      refresh={MAPPING_CHANGES}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'platform',
          label: t('settle.platform'),
          options: platformOptions(),
          disabled: start.platform !== undefined,
        },
        { kind: 'text', name: 'pattern', label: t('settle.pattern'), help: t('settle.patternHelp') },
        { kind: 'select', name: 'account', label: t('settle.account'), options: mappable },
      ]}
    >
      <DryRun start={start} />
    </FormDrawer>
  );
}

function DryRun({ start }: { start: MappingStart }): ReactNode {
  const { t } = useTranslation('finance');
  const form = Form.useFormInstance();
  const platform = Form.useWatch<string | undefined>('platform', form) ?? start.platform;
  const typed = Form.useWatch<string | undefined>('pattern', form) ?? start.pattern ?? '';
  const account = Form.useWatch<MappableAccount | undefined>('account', form);
  const [pattern, setPattern] = useState(typed.trim());
  const look = useEffectEvent(usePause(setPattern));
  useEffect(() => look(typed.trim()), [typed]);
  const enabled = !!platform && pattern !== '' && account !== undefined;
  const found = useSend(dryRunMapping, { platform, pattern, account }, { enabled });
  if (!enabled) return null;
  if (found.error) return <Alert type="warning" showIcon title={found.error.message} />;
  return found.data ? <Outcome moved={found.data} title={t('settle.dryRun')} /> : null;
}

function Outcome({
  moved: { lines, from, closed, ofScope },
  title,
}: {
  moved: MappingDryRun;
  title: string;
}): ReactNode {
  const { t } = useTranslation('finance');
  const { nameOf } = useAccounts();
  return (
    <Alert
      type={lines > 0 ? 'info' : 'warning'}
      showIcon
      title={`${title} · ${lines > 0 ? t('settle.moves', { count: lines }) : t('settle.movesNone')}`}
      description={
        <>
          {from.map((one) => (
            <div key={one.account}>
              {t('settle.movesFrom', { account: nameOf(one.account), count: one.lines })}{' '}
              {one.amounts.map(({ currency, amount }) => (
                <Money key={currency} amount={amount} currency={currency} />
              ))}
            </div>
          ))}
          {closed > 0 && <div>{t('settle.closedLines', { count: closed })}</div>}
          {ofScope && <div>{t('settle.ofScope')}</div>}
        </>
      }
    />
  );
}
