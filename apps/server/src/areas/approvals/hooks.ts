import type { Language } from '../../core/context.ts';
import { defineHook } from '../../core/hooks.ts';
import type { Description } from './approvables.ts';

/** An approver reads a request: areas above that of its document add facts that the decision needs. */
export const approvalRead = defineHook<{
  docKind: string;
  docId: number;
  language: Language;
  add(fact: Description['facts'][number]): void;
}>();
