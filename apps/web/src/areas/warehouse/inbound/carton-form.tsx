import { type InboundCarton, type InboundDetail, saveCarton } from '@tradewind/contract/warehouse.ts';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { CartonParts, packedOf, type TypedPart } from './carton-parts.tsx';
import { INBOUND_CHANGED } from './changed.ts';

interface CartonFormProps {
  one: InboundDetail;
  /** A new carton if undefined. */
  carton: InboundCarton | undefined;
  onClose: () => void;
}

/** Edits the contents of a carton that has not been received. */
export function CartonForm({ one, carton, onClose }: CartonFormProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const parts = carton?.contents.map(({ lineId, quantity, batch, expiresOn }) => ({
    line: lineId,
    quantity,
    batch: batch ?? '',
    expiresOn: expiresOn ? dayjs(expiresOn) : null,
  }));
  return (
    <FormDrawer
      open
      size={760}
      title={carton ? t('inbound.carton.edit', { code: carton.code }) : t('inbound.addCarton')}
      call={saveCarton}
      verb={t('inbound.save')}
      success={t('inbound.saved')}
      refresh={INBOUND_CHANGED}
      initial={{ code: carton?.code, contents: parts ?? [{}] }}
      fields={[{ kind: 'text', name: 'code', label: t('inbound.cartonCode') }]}
      toInput={({ code, contents }: { code: string; contents: TypedPart[] }) => ({
        inboundId: one.id,
        version: one.version,
        ...(carton ? { id: carton.id } : {}),
        code,
        contents: contents.map((part) => ({ lineId: part.line, ...packedOf(part) })),
        idempotencyKey,
      })}
      onClose={onClose}
    >
      <h3>{t('inbound.carton.contents')}</h3>
      <CartonParts name="contents" options={one.lines.map(({ id, sku }) => ({ value: id, label: sku }))} />
    </FormDrawer>
  );
}
