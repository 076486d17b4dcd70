import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Place {
  id: number;
  name: string;
  byDepartment: boolean;
}

/** Shops or warehouses. Those of the department are ticked and marked. */
export function PlacePicker({
  title,
  places,
  value,
  onChange,
}: {
  title: string;
  places: readonly Place[];
  value: readonly number[];
  onChange: (value: number[]) => void;
}): ReactNode {
  const { t } = useTranslation('access');
  const own = places.filter((place) => !place.byDepartment);
  const ticked = own.filter((place) => value.includes(place.id)).length;
  const toggle = (id: number, on: boolean) => onChange(on ? [...value, id] : value.filter((one) => one !== id));
  return (
    <div>
      <Checkbox
        checked={own.length > 0 && ticked === own.length}
        indeterminate={ticked > 0 && ticked < own.length}
        disabled={own.length === 0}
        onChange={(e) => onChange(e.target.checked ? places.map((place) => place.id) : [])}
      >
        <strong>{title}</strong> <span className="tw-muted">{t('all')}</span>
      </Checkbox>
      <div className="tw-rights-places">
        {places.length === 0 && <span className="tw-muted">{t('noPlaces')}</span>}
        {places.map((place) => (
          <Checkbox
            key={place.id}
            checked={place.byDepartment || value.includes(place.id)}
            disabled={place.byDepartment}
            onChange={(e) => toggle(place.id, e.target.checked)}
          >
            {place.name} {place.byDepartment && <span className="tw-muted">({t('byDepartment')})</span>}
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
