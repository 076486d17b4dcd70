import { createSignal } from './signal.ts';

export const exportsSignal = createSignal();
/** Opens the list of the user's exports in the top bar. */
export function showExports(): void {
  exportsSignal.send();
}
