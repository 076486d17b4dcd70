import type { Call } from '@tradewind/contract/call.ts';

type Limits = Pick<NonNullable<Call['upload']>, 'kinds' | 'maxBytes'>;
/** The server checks the content; these are the usual extensions. */
const ENDINGS: Record<string, readonly string[]> = {
  jpg: ['jpg', 'jpeg'],
  ofx: ['ofx', 'qfx'],
  mt940: ['sta', 'mt940', '940', 'txt', 'swi'],
  camt: ['xml'],
};

export const endingOf = (name: string): string => name.split('.').pop()?.toLowerCase() ?? '';
const endingsOf = ({ kinds }: Limits) => kinds.flatMap((kind) => ENDINGS[kind] ?? [kind]);
/** For the `accept` of a file input. */
export const accepted = (limits: Limits): string =>
  endingsOf(limits)
    .map((ending) => `.${ending}`)
    .join(',');

type Refusal = ['file.tooLarge' | 'file.badKind', { name: string; megabytes: number; kinds: string }];
/** Why a file is refused before upload, as a text's key and values. The server then checks its content. */
export function refusalOf(limits: Limits, { name, size }: Pick<File, 'name' | 'size'>): Refusal | undefined {
  const answered = { name, megabytes: limits.maxBytes / 1024 / 1024, kinds: limits.kinds.join(', ') };
  if (size > limits.maxBytes) return ['file.tooLarge', answered];
  return endingsOf(limits).includes(endingOf(name)) ? undefined : ['file.badKind', answered];
}
