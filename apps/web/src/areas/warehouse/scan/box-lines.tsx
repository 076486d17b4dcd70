import { CheckOutlined } from '@ant-design/icons';
import type { Box } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../names.ts';

/** What belongs into the box; what is missing stands first. */
export function BoxLines({ box }: { box: Box }): ReactNode {
  const { t } = useTranslation('warehouse');
  const missing = (line: Box['lines'][number]) => line.quantity - line.packed;
  const lines = [...box.lines].sort((a, b) => Number(missing(b) > 0) - Number(missing(a) > 0) || a.id - b.id);
  return (
    <ul className="tw-box-lines" aria-label={t('line.title')}>
      {lines.map((line) => (
        <li key={line.id} data-full={missing(line) === 0 || undefined}>
          <div>
            <b>{line.sku}</b>
            <span>{nameOf(line)}</span>
          </div>
          <strong className="tw-figure">
            {missing(line) === 0 && <CheckOutlined aria-hidden="true" />} {line.packed} / {line.quantity}
          </strong>
        </li>
      ))}
    </ul>
  );
}
