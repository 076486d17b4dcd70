import { type FbaDetail, shipFba, trackFba } from '@tradewind/contract/transit.ts';
import { Checkbox, Form, Input } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FBA_CHANGED } from '../state.ts';

type Part = FbaDetail['parts'][number];
interface Tracking {
  /** One number for all boxes of the shipment, or one per box number. */
  all?: string;
  apart?: boolean;
  boxes?: Record<string, string>;
}

type Values = Typed<typeof shipFba, { parts?: Record<string, Tracking> }>;

/** Shipments with our own carrier: Amazon's partnered carrier numbers its boxes itself. */
export const ownParts = (fba: FbaDetail): Part[] =>
  fba.parts.filter((part) => part.transports.some((one) => one.chosen && one.solution === 'USE_YOUR_OWN_CARRIER'));
const boxesOf = (fba: FbaDetail, part: Part) => fba.boxList.filter((box) => box.confirmationId === part.confirmationId);

function valuesOf(fba: FbaDetail): Record<string, Tracking> {
  return Object.fromEntries(
    ownParts(fba).map((part): [string, Tracking] => {
      const boxes = boxesOf(fba, part);
      const [first] = boxes;
      return [
        `p${part.id}`,
        {
          all: first?.trackingNumber ?? '',
          apart: boxes.some((box) => box.trackingNumber !== first?.trackingNumber),
          boxes: Object.fromEntries(boxes.map((box) => [`b${box.number}`, box.trackingNumber])),
        },
      ];
    }),
  );
}

const trackingOf = (fba: FbaDetail, typed: Record<string, Tracking>) =>
  ownParts(fba).flatMap((part) => {
    const { all = '', apart, boxes } = typed[`p${part.id}`] ?? {};
    return boxesOf(fba, part).map(({ number }) => ({
      number,
      trackingNumber: apart ? (boxes?.[`b${number}`] ?? '') : all,
    }));
  });

/** Ships the goods; tracking numbers can still be corrected later. */
export function ShipForm({ fba, onClose }: { fba: FbaDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const left = fba.state === 'shipped';
  const initial = useMemo(() => ({ id: fba.id, idempotencyKey: crypto.randomUUID(), parts: valuesOf(fba) }), [fba]);
  return (
    <FormDrawer
      open
      title={t(left ? 'trackTitle' : 'shipTitle', { number: fba.number })}
      call={left ? trackFba : shipFba}
      initial={initial}
      toInput={({ parts = {}, ...values }: Values) => ({ ...values, tracking: trackingOf(fba, parts) })}
      verb={left ? t('trackVerb') : t('shipVerb', { count: fba.boxes })}
      success={t(left ? 'told' : 'shippedDone')}
      refresh={FBA_CHANGED}
      onClose={onClose}
    >
      {ownParts(fba).map((part) => (
        <PartTracking key={part.id} fba={fba} part={part} />
      ))}
      <p className="tw-muted">{left ? t('trackHelp') : t('shipHelp', { warehouse: fba.warehouseName })}</p>
    </FormDrawer>
  );
}

function PartTracking({ fba, part }: { fba: FbaDetail; part: Part }): ReactNode {
  const { t } = useTranslation('transit');
  const name = ['parts', `p${part.id}`];
  const apart = Form.useWatch([...name, 'apart']) as boolean | undefined;
  const rules = [{ required: true, whitespace: true, message: t('form.required', { name: t('tracking') }) }];
  const box = <Input maxLength={64} autoComplete="off" />;
  return (
    <>
      <Form.Item
        name={[...name, 'all']}
        label={`${t('tracking')} · ${part.confirmationId} · ${part.destination}`}
        extra={t('trackingFor', { count: part.boxes })}
        hidden={apart ?? false}
        rules={apart ? [] : rules}
      >
        {box}
      </Form.Item>
      {part.boxes > 1 && (
        <Form.Item name={[...name, 'apart']} valuePropName="checked">
          <Checkbox>{t('trackingApart', { number: part.confirmationId })}</Checkbox>
        </Form.Item>
      )}
      {apart &&
        boxesOf(fba, part).map(({ number, boxId }) => (
          <Form.Item key={number} name={[...name, 'boxes', `b${number}`]} label={boxId || number} rules={rules}>
            {box}
          </Form.Item>
        ))}
    </>
  );
}
