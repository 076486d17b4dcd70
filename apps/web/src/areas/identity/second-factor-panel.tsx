import { disableSecondFactor, getSecondFactor, renewRecoveryCodes } from '@tradewind/contract/identity.ts';
import { Button, Modal, Skeleton, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { ActionButton } from '../../components/can.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime } from '../../components/figures.tsx';
import { type FieldsOf, FormDrawer } from '../../components/form-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';

/** The user's own two-step sign-in. */
export function SecondFactorPanel(): ReactNode {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const factor = useCall(getSecondFactor, {});
  const [open, setOpen] = useState<'codes' | 'off'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  const fields = useProof();
  return (
    <section className="tw-panel">
      <h3>{t('factor.title')}</h3>
      {factor.isPending ? (
        <Skeleton active />
      ) : factor.error ? (
        <PageError error={factor.error} onRetry={() => void factor.refetch()} />
      ) : factor.data.enabledAt ? (
        <>
          <Facts
            items={[
              [t('factor.since'), <DateTime key="s" at={factor.data.enabledAt} />],
              [t('factor.codesLeft'), String(factor.data.codesLeft)],
            ]}
          />
          <Space wrap>
            <Button onClick={() => setOpen('codes')}>{t('factor.newCodes')}</Button>
            <ActionButton
              reason={factor.data.required ? t('factor.required') : undefined}
              onClick={() => setOpen('off')}
            >
              {t('factor.off')}
            </ActionButton>
          </Space>
        </>
      ) : (
        <>
          <p className="tw-muted">{t('factor.none')}</p>
          <Button type="primary" onClick={() => navigate('/SecondFactor')}>
            {t('factor.on')}
          </Button>
        </>
      )}
      <FormDrawer
        open={open === 'codes'}
        title={t('factor.newCodes')}
        call={renewRecoveryCodes}
        verb={t('factor.newCodes')}
        refresh={[getSecondFactor]}
        fields={fields}
        onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        onClose={close}
      />
      <FormDrawer
        open={open === 'off'}
        title={t('factor.off')}
        call={disableSecondFactor}
        verb={t('factor.off')}
        success={t('factor.offDone')}
        refresh={[getSecondFactor]}
        fields={fields}
        onClose={close}
      />
      <Modal
        open={codes !== undefined}
        title={t('factor.newCodes')}
        okText={t('factor.saved')}
        cancelButtonProps={{ style: { display: 'none' } }}
        closable={false}
        mask={{ closable: false }}
        onOk={() => setCodes(undefined)}
      >
        {codes && <RecoveryCodes codes={codes} />}
      </Modal>
    </section>
  );
}

function useProof(): FieldsOf<typeof disableSecondFactor> {
  const { t } = useTranslation('identity');
  return [
    { kind: 'password', name: 'password', label: t('factor.password') },
    { kind: 'text', name: 'code', label: t('factor.code'), help: t('factor.codeHelp') },
  ];
}
