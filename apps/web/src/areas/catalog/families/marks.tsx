import type { Inherited, ProductRow } from '@tradewind/contract/catalog.ts';
import { Button, Form } from 'antd';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkOf } from '../goods-fields.tsx';
import { type Family, sameAs } from './own.ts';

interface MarksProps {
  product: ProductRow;
  /** Undefined: no variant. */
  family: Family | undefined;
  dropped: RefObject<Set<string>>;
  children: ReactNode;
}

/** Says at each field of a variant whether it is the family's, and gives it back to the family. */
export function Marks({ product, family, dropped, children }: MarksProps): ReactNode {
  const { t } = useTranslation('catalog');
  if (!family) return children;
  return (
    <MarkOf value={(field) => <Mark field={field} family={family} product={product} dropped={dropped} />}>
      <p className="tw-muted">{t('families.formHint', { code: family.code })}</p>
      {children}
    </MarkOf>
  );
}

interface MarkProps extends Omit<MarksProps, 'children' | 'family'> {
  field: Inherited;
  family: Family;
}

function Mark({ field, family, product, dropped }: MarkProps): ReactNode {
  const { t } = useTranslation('catalog');
  const form = Form.useFormInstance();
  // The form does not notice a value that stays.
  const [taken, setTaken] = useState(false);
  const typed: unknown = Form.useWatch(field, form);
  const ofFamily = field === 'categoryId' && family.categoryId !== null ? String(family.categoryId) : family[field];
  const own = product.overrides.includes(field) && !taken;
  const same = sameAs({ [field]: ofFamily }, field, typed);
  if (same && !own) return <span className="tw-mark">{t('families.same')}</span>;
  return (
    <span className="tw-mark">
      <strong>{t('families.own')}</strong>
      <Button
        type="link"
        size="small"
        onClick={() => {
          dropped.current.add(field);
          setTaken(true);
          form.setFieldValue(field, ofFamily);
        }}
      >
        {t('families.drop')}
      </Button>
    </span>
  );
}
