import { createSignal } from './signal.ts';

/** The bell sends it; the messages area listens in its shell slot and opens its notice dialog. */
export const messagesSignal = createSignal();
