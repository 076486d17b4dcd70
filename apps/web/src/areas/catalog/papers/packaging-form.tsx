import type { Call, ResultOf } from '@tradewind/contract/call.ts';
import { type getPackaging, PACK_LEVELS, type PackLevel, savePackaging } from '@tradewind/contract/catalog.ts';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldsOf, FormDrawer } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';

type Found = ResultOf<typeof getPackaging>;
interface Pack {
  quantity?: number | null;
  lengthMm?: number | null;
  widthMm?: number | null;
  heightMm?: number | null;
  weightGrams?: number | null;
  gtin?: string | null;
}
type Values = Partial<Record<PackLevel, Pack>>;

interface PackagingFormProps {
  productId: number;
  packaging: Found;
  refresh: readonly Call[];
  onReload: () => void;
  onClose: () => void;
}

/** Sets the packages above the single unit; a level without any entry is none. */
export function PackagingForm({ productId, packaging, refresh, onReload, onClose }: PackagingFormProps): ReactNode {
  const { t } = useTranslation('catalog');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { version, levels } = packaging;
  const initial = useMemo(
    () =>
      Object.fromEntries(
        levels
          .map(({ level, units: _units, cbm: _cbm, ...pack }) => [level, pack] as const)
          .filter(([level]) => level !== 'each'),
      ) as Values,
    [levels],
  );
  return (
    <FormDrawer
      open
      key={version}
      size={560}
      title={t('packaging.edit')}
      call={savePackaging}
      initial={initial}
      toInput={(values: Values) => ({
        productId,
        version,
        ...Object.fromEntries(PACK_LEVELS.map((level) => [level, packOf(values[level])])),
        idempotencyKey,
      })}
      verb={t('packaging.save')}
      success={t('packaging.saved')}
      refresh={refresh}
      onReload={onReload}
      onClose={onClose}
    >
      <p className="tw-muted">{t('packaging.formHint')}</p>
      {PACK_LEVELS.map((level) => (
        <Fragment key={level}>
          <h3 className="tw-section-title">{t(`packaging.levels.${level}`)}</h3>
          <LevelFields level={level} />
        </Fragment>
      ))}
    </FormDrawer>
  );
}

/** Without a quantity the server says what is missing. */
function packOf(pack: Pack | undefined) {
  const { gtin, ...figures } = pack ?? {};
  const filled = Object.entries(figures).filter(([, value]) => value !== null && value !== undefined);
  if (filled.length === 0 && !gtin) return null;
  return { ...Object.fromEntries(filled), gtin: gtin ?? '' } as Pack & { quantity: number; gtin: string };
}

function LevelFields({ level }: { level: PackLevel }): ReactNode {
  const { t } = useTranslation('catalog');
  const side = (name: 'lengthMm' | 'widthMm' | 'heightMm', label: string) =>
    ({ kind: 'number', name: `${level}.${name}`, label, half: true, suffix: 'mm', required: false, min: 1 }) as const;
  const fields: FieldsOf<Values> = [
    {
      kind: 'number',
      name: `${level}.quantity`,
      label: t('packaging.contains'),
      half: true,
      required: false,
      min: 1,
    },
    { kind: 'text', name: `${level}.gtin`, label: t('packaging.gtin'), half: true, required: false, max: 20 },
    side('lengthMm', t('lengthCm')),
    side('widthMm', t('widthCm')),
    side('heightMm', t('heightCm')),
    {
      kind: 'number',
      name: `${level}.weightGrams`,
      label: t('packaging.weight'),
      half: true,
      suffix: 'g',
      required: false,
      min: 1,
    },
  ];
  return <FormFields<Values> fields={fields} />;
}
