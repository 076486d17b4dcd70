import type { FormInstance } from 'antd';
import type { ApiError } from '../api/errors.ts';

/** Shows the server's messages at their fields. True: some belong to no visible field. */
export function placeErrors(form: FormInstance, error: ApiError): boolean {
  const shown = error.fields.filter(
    (field) => form.getFieldInstance(namePath(field.path)) !== undefined || hasField(form, field.path),
  );
  form.setFields(shown.map((field) => ({ name: namePath(field.path), errors: [field.message] })));
  const first = shown[0];
  if (first) form.scrollToField(namePath(first.path), { focus: true });
  return shown.length < error.fields.length || error.fields.length === 0;
}

/** "lines.0.sku": numbers are indexes of a list. */
export function namePath(path: string): (string | number)[] {
  return path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
function hasField(form: FormInstance, path: string): boolean {
  const desired = namePath(path).join('.');
  return form.getFieldsError().some((field) => field.name.join('.') === desired);
}
