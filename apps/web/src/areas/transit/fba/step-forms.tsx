import { type FbaDetail, packFba, placeFba, transportFba } from '@tradewind/contract/transit.ts';
import { Form, Radio } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CartonFields, type CartonGroup, cartonsOf, groupsOf } from '../../../components/cartons.tsx';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { formatMoney } from '../../../components/format.ts';
import { FBA_CHANGED, groupNumbers } from '../state.ts';

interface StepProps {
  fba: FbaDetail;
  onClose: () => void;
}

/** Packing: the contents of each box. */
export function PackForm({ fba, onClose }: StepProps): ReactNode {
  const { t } = useTranslation('transit');
  const groups = groupNumbers(fba.lines);
  const lines = fba.lines.map(({ id: lineId, sellerSku, quantity, packingGroup }) => ({
    ...{ lineId, quantity },
    sku: groups.size > 1 ? `${sellerSku} (${t('group', { number: groups.get(packingGroup) })})` : sellerSku,
  }));
  const initial = useMemo(
    () => ({
      id: fba.id,
      idempotencyKey: crypto.randomUUID(),
      groups: groupsOf(fba.boxList.map((box) => ({ ...box, palletNo: null }))),
    }),
    [fba],
  );
  return (
    <FormDrawer
      open
      size={920}
      title={t('packTitle', { number: fba.number })}
      call={packFba}
      initial={initial}
      toInput={({ groups: typed, ...values }: Typed<typeof packFba, { groups: CartonGroup[] }>) => ({
        ...values,
        boxes: cartonsOf(typed).map(({ palletNo: _none, ...box }) => box),
      })}
      verb={t('packVerb')}
      success={t('told')}
      refresh={FBA_CHANGED}
      onClose={onClose}
    >
      <p className="tw-muted">{t('packHelp')}</p>
      {groups.size > 1 && <p>{t('packGroups', { count: groups.size })}</p>}
      <CartonFields lines={lines} />
    </FormDrawer>
  );
}

/** Chooses the placement and its fee. Once it is confirmed, only gets new transport quotes. */
export function PlaceForm({ fba, onClose }: StepProps): ReactNode {
  const { t } = useTranslation('transit');
  const { today } = useCompanyClock();
  // Amazon requires a day after today.
  const [soonest, usual] = [today(1), today(2)];
  const agreed = fba.parts.length > 0;
  const offered = fba.placements.filter((one) => (agreed ? one.chosen : one.status === 'OFFERED'));
  const first = offered[0]?.id;
  const initial = useMemo(
    () => ({
      id: fba.id,
      idempotencyKey: crypto.randomUUID(),
      placementId: first,
      readyOn: fba.readyOn && fba.readyOn >= soonest ? fba.readyOn : usual,
    }),
    [fba.id, fba.readyOn, first, soonest, usual],
  );
  return (
    <FormDrawer
      open
      title={t(agreed ? 'quoteTitle' : 'placeTitle', { number: fba.number })}
      call={placeFba}
      initial={initial}
      verb={t(agreed ? 'quoteVerb' : 'placeVerb')}
      success={t('told')}
      refresh={FBA_CHANGED}
      onClose={onClose}
      fields={[{ kind: 'date', name: 'readyOn', label: t('readyOn'), min: soonest, help: t('readyHelp') }]}
    >
      <Form.Item name="placementId" label={t('placement')} rules={[{ required: true, message: t('choosePlacement') }]}>
        <Radio.Group aria-label={t('placement')} style={{ width: '100%' }}>
          {offered.map((one) => (
            <Radio key={one.id} value={one.id} className="tw-transit-offer">
              <strong>{t('placementShipments', { count: one.shipments })}</strong> <Fees fees={one.fees} />
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <p className="tw-muted">{t(agreed ? 'quoteHelp' : 'placeHelp')}</p>
    </FormDrawer>
  );
}

export function Fees({ fees }: { fees: FbaDetail['placements'][number]['fees'] }): ReactNode {
  const { t } = useTranslation('transit');
  if (fees === null) return null;
  if (fees.length === 0) return <span>{t('noFee')}</span>;
  return (
    <span className="tw-figure">
      {fees
        .map(
          (fee) =>
            `${t(fee.kind === 'FEE' ? 'fee' : 'discount')} ${formatMoney(fee.amount, fee.currency)} ${fee.currency}`,
        )
        .join(' · ')}
    </span>
  );
}

const isOver = ({ expiresAt }: FbaDetail['parts'][number]['transports'][number]) =>
  expiresAt !== undefined && Date.parse(expiresAt) < Date.now();

/** Chooses the transport of each Amazon shipment. */
export function TransportForm({ fba, onClose }: StepProps): ReactNode {
  const { t } = useTranslation('transit');
  const initial = useMemo(
    () => ({
      id: fba.id,
      idempotencyKey: crypto.randomUUID(),
      choices: fba.parts.map((part) => ({
        partId: part.id,
        transportId: part.transports.find((one) => !isOver(one))?.id,
      })),
    }),
    [fba],
  );
  return (
    <FormDrawer
      open
      title={t('transportTitle', { number: fba.number })}
      call={transportFba}
      initial={initial}
      toInput={(values) => ({
        ...values,
        choices: values.choices.map((one, at) => ({
          ...one,
          partId: fba.parts[at]?.id,
        })),
      })}
      verb={t('transportVerb')}
      success={t('told')}
      refresh={FBA_CHANGED}
      onClose={onClose}
    >
      {fba.parts.map((part, at) => (
        <Form.Item
          key={part.id}
          name={['choices', at, 'transportId']}
          label={`${part.destination} · ${part.confirmationId} · ${t('boxCount', { count: part.boxes })}`}
          rules={[{ required: true, message: t('chooseTransport') }]}
        >
          <Radio.Group>
            {part.transports.map((one) => (
              <Radio key={one.id} value={one.id} disabled={isOver(one)} className="tw-transit-offer">
                {t(one.solution === 'AMAZON_PARTNERED_CARRIER' ? 'partnered' : 'ownCarrier', { carrier: one.carrier })}
                {one.cost && one.currency && ` · ${formatMoney(one.cost, one.currency)} ${one.currency}`}
                {isOver(one) && ` · ${t('quoteOver')}`}
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      ))}
      <p className="tw-muted">{t('transportHelp')}</p>
    </FormDrawer>
  );
}
