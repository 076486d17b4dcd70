import type { Call } from '@tradewind/contract/call.ts';
import {
  buyReturnLabel,
  cancelReturn,
  closeReturn,
  decideReturn,
  editReturn,
  getReturn,
  inspectReturn,
  listReturns,
  type ReturnAct,
  type ReturnDetail,
  receiveReturn,
  refundReturn,
  reinspectReturn,
  replaceReturn,
  returnOffers,
  returnTabs,
  sendReturn,
} from '@tradewind/contract/returns.ts';
import { Button, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { EditDrawer } from './edit-drawer.tsx';
import { InspectDrawer } from './inspect-drawer.tsx';
import { LabelDrawer } from './label-drawer.tsx';
import { ReceiveDrawer } from './receive-drawer.tsx';
import { RefundDrawer } from './refund-drawer.tsx';
import { isBought } from './return-label.tsx';

type Form = 'edit' | 'label' | 'receive' | 'inspect' | 'reinspect' | 'refund' | 'sent' | 'reject';
const CHANGED = [getReturn, listReturns, returnTabs];
const CALLS = {
  decide: decideReturn,
  inspect: inspectReturn,
  receive: receiveReturn,
  refund: refundReturn,
  replace: replaceReturn,
  close: closeReturn,
} as const;

/** The return's next step: the goods first, then what the buyer desires, then its end. */
function nextOf(one: ReturnDetail, can: (act: ReturnAct, call: Call) => boolean): ReturnAct | undefined {
  const owed = one.wanted === 'refund' && Number(one.refunded) === 0 ? ['refund' as const] : [];
  const steps = ['decide', 'inspect', 'receive', ...owed, 'replace', 'close'] as const;
  return steps.find((act) => can(act, CALLS[act]));
}

/** Actions that the return's status allows; the next step is the primary button. */
export function ReturnActions({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const may = useMay();
  const [form, setForm] = useState<Form>();
  const close = () => setForm(undefined);
  const decide = useAct(decideReturn, { refresh: CHANGED, success: t('decide.approved') });
  const replace = useAct(replaceReturn, {
    refresh: CHANGED,
    success: ({ number }) => t('replace.done', { number }),
  });
  const end = useAct(closeReturn, { refresh: CHANGED, success: t('close.done') });
  const cancel = useAct(cancelReturn, { refresh: CHANGED, success: t('cancel.done') });
  const can = (act: ReturnAct, call: Call) => may(call) && returnOffers(act, one);
  const next = nextOf(one, can);
  const look = (act: ReturnAct) => ({ type: act === next ? ('primary' as const) : ('default' as const) });
  return (
    <>
      {can('decide', decideReturn) && (
        <>
          <Button
            {...look('decide')}
            loading={decide.isPending}
            onClick={() => decide.mutate({ id: one.id, approve: true, version: one.version })}
          >
            {t('decide.approve')}
          </Button>
          <Button danger onClick={() => setForm('reject')}>
            {t('decide.reject')}
          </Button>
        </>
      )}
      {can('inspect', inspectReturn) && (
        <Button {...look('inspect')} onClick={() => setForm('inspect')}>
          {t('inspect.button')}
        </Button>
      )}
      {can('reinspect', reinspectReturn) && (
        <Button onClick={() => setForm('reinspect')}>{t('reinspect.button')}</Button>
      )}
      {can('receive', receiveReturn) && (
        <Button {...look('receive')} onClick={() => setForm('receive')}>
          {t('receive.button')}
        </Button>
      )}
      {can('refund', refundReturn) && (
        <Button {...look('refund')} onClick={() => setForm('refund')}>
          {t('refund.button')}
        </Button>
      )}
      {can('replace', replaceReturn) && (
        <Button
          {...look('replace')}
          loading={replace.isPending}
          onClick={() => replace.mutate({ id: one.id, idempotencyKey: `replace-${one.id}` })}
        >
          {t('replace.button')}
        </Button>
      )}
      {can('close', closeReturn) && (
        <Button {...look('close')} loading={end.isPending} onClick={() => end.mutate({ id: one.id })}>
          {t('close.button')}
        </Button>
      )}
      {can('edit', editReturn) && <Button onClick={() => setForm('edit')}>{t('edit.button')}</Button>}
      {can('label', buyReturnLabel) && !isBought(one.label) && (
        <Button onClick={() => setForm('label')}>{t('label.button')}</Button>
      )}
      {can('sent', sendReturn) && <Button onClick={() => setForm('sent')}>{t('sent.button')}</Button>}
      {can('cancel', cancelReturn) && (
        <ConfirmDanger
          title={t('cancel.title', { number: one.number })}
          consequence={t('cancel.text')}
          verb={t('cancel.verb')}
          onConfirm={() => cancel.mutateAsync({ id: one.id })}
        />
      )}
      {form === 'receive' && <ReceiveDrawer one={one} onClose={close} />}
      {form === 'label' && <LabelDrawer one={one} onClose={close} />}
      {form === 'edit' && <EditDrawer one={one} onClose={close} />}
      {form === 'inspect' && <InspectDrawer one={one} pile="remaining" onClose={close} />}
      {form === 'reinspect' && <InspectDrawer one={one} pile="aside" onClose={close} />}
      {form === 'refund' && <RefundDrawer one={one} onClose={close} />}
      {form === 'sent' && <SentDialog one={one} onClose={close} />}
      {form === 'reject' && <RejectDialog one={one} onClose={close} />}
    </>
  );
}

interface DialogProps {
  one: ReturnDetail;
  onClose: () => void;
}

function SentDialog({ one, onClose }: DialogProps): ReactNode {
  const { t } = useTranslation('returns');
  const [number, setNumber] = useState(one.trackingNumber);
  const [carrier, setCarrier] = useState(one.carrier);
  const send = useAct(sendReturn, { refresh: CHANGED, success: t('sent.done'), onDone: onClose });
  return (
    <Modal
      open
      title={t('sent.title')}
      okText={t('sent.verb')}
      okButtonProps={{ disabled: number.trim() === '', loading: send.isPending }}
      onOk={() => send.mutate({ id: one.id, trackingNumber: number, carrier })}
      onCancel={onClose}
    >
      <div className="tw-returns-rows">
        <Input
          autoFocus
          aria-label={t('tracking')}
          placeholder={t('tracking')}
          maxLength={60}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Input
          aria-label={t('carrier')}
          placeholder={t('carrier')}
          maxLength={60}
          value={carrier}
          onChange={(event) => setCarrier(event.target.value)}
        />
      </div>
    </Modal>
  );
}

function RejectDialog({ one, onClose }: DialogProps): ReactNode {
  const { t } = useTranslation('returns');
  const [remark, setRemark] = useState('');
  const reject = useAct(decideReturn, { refresh: CHANGED, success: t('decide.rejected'), onDone: onClose });
  return (
    <Modal
      open
      title={t('decide.rejectTitle', { number: one.number })}
      okText={t('decide.reject')}
      okButtonProps={{ danger: true, disabled: remark.trim() === '', loading: reject.isPending }}
      onOk={() => reject.mutate({ id: one.id, approve: false, remark: remark.trim(), version: one.version })}
      onCancel={onClose}
    >
      <Input.TextArea
        autoFocus
        aria-label={t('decide.why')}
        placeholder={t('decide.why')}
        value={remark}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 6 }}
        onChange={(event) => setRemark(event.target.value)}
      />
    </Modal>
  );
}
