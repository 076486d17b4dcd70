import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { ADD, useAdd } from '../use-add.ts';

/** The one primary button of a list: it adds a row, by a form of the page or by one that it opens itself. */
export type Primary = { label: string } & ({ onClick: () => void } | { form: (close: () => void) => ReactNode });

/**
 * The button, and the form that it opens; the form stands outside of the button, which changes its place when the first
 * row comes. A link may press it (`useAdd`). `primary` is false without the right, undefined where the list has none.
 */
export function usePrimary(primary: Primary | false | undefined): { button: ReactNode; form: ReactNode } {
  const [open, setOpen] = useState(false);
  const press = () => {
    if (primary && 'onClick' in primary) primary.onClick();
    else setOpen(true);
  };
  useAdd(primary === undefined ? null : ADD, primary ? press : false);
  if (!primary) return { button: undefined, form: undefined };
  return {
    button: (
      <Button type="primary" icon={<PlusOutlined />} onClick={press}>
        {primary.label}
      </Button>
    ),
    form: open && 'form' in primary && primary.form(() => setOpen(false)),
  };
}
