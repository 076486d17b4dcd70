/** One day, or from one to another. */
export const periodOf = ({ fromDay, toDay }: { fromDay: string | null; toDay: string | null }): string =>
  fromDay && toDay && fromDay !== toDay ? `${fromDay} – ${toDay}` : (fromDay ?? toDay ?? '');
