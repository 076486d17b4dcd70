import { useState } from 'react';

/** The state of a dialog: its input while it is open, and its answer. The answer is undefined when the user cancels. */
export function useAsk<Q, A>(): {
  open: Q | undefined;
  ask: (question: Q) => Promise<A | undefined>;
  answer: (input: A | undefined) => void;
} {
  const [requested, setRequested] = useState<{ question: Q; answer: (input: A | undefined) => void }>();
  return {
    open: requested?.question,
    ask: (question) => new Promise<A | undefined>((answer) => setRequested({ question, answer })),
    answer: (input) => {
      requested?.answer(input);
      setRequested(undefined);
    },
  };
}
