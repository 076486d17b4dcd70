import { FilterOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../use-narrow.ts';
import { FilterField } from './filter-field.tsx';
import { type Filter, type FilterValues, isSet, namesOf } from './filters.ts';
import { SavedFilters } from './saved-filters.tsx';

interface FilterBarProps {
  listId: string;
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (changed: FilterValues) => void;
  onReplace: (values: FilterValues) => void;
  /** Buttons of the page, at the right end. */
  actions?: ReactNode;
}

export function FilterBar({ listId, filters, values, onChange, onReplace, actions }: FilterBarProps): ReactNode {
  const { t } = useTranslation();
  const narrow = useNarrow();
  // On a phone only the first filter stays in view.
  const isFirst = (filter: Filter, index: number) => (narrow ? index === 0 : !filter.more);
  const first = filters.filter(isFirst);
  const more = filters.filter((filter, index) => !isFirst(filter, index));
  const moreSet = more.filter((filter) => isSet(filter, values)).length;
  const [open, setOpen] = useState(moreSet > 0);
  const anySet = filters.some((filter) => isSet(filter, values));
  const clear = () => onChange(Object.fromEntries(filters.flatMap(namesOf).map((name) => [name, ''])));
  return (
    <search className="tw-filters" aria-label={t('list.filters')}>
      <div className="tw-filter-row">
        {first.map((filter) => (
          <FilterField key={namesOf(filter).join()} filter={filter} values={values} onChange={onChange} />
        ))}
        {more.length > 0 && (
          <Badge count={moreSet} size="small">
            <Button
              icon={<FilterOutlined />}
              aria-expanded={open}
              type={open ? 'dashed' : 'default'}
              onClick={() => setOpen(!open)}
            >
              {t('list.more')}
            </Button>
          </Badge>
        )}
        {filters.length > 0 && (!narrow || open) && (
          <SavedFilters listId={listId} values={values} canSave={anySet} onApply={onReplace} />
        )}
        {anySet && (
          <Button type="link" className="tw-clear" onClick={clear}>
            {t('list.clearFilters')}
          </Button>
        )}
        {actions && <div className="tw-filter-actions">{actions}</div>}
      </div>
      {open && more.length > 0 && (
        <div className="tw-filter-row tw-filter-more">
          {more.map((filter) => (
            <FilterField key={namesOf(filter).join()} filter={filter} values={values} onChange={onChange} />
          ))}
        </div>
      )}
    </search>
  );
}
