import { badField } from '../../core/errors.ts';

export function assertTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw badField('company.timeZone', 'company.timeZone', { timeZone });
  }
}
