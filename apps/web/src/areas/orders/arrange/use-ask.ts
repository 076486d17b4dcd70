import { useState } from 'react';

/** A question that a dialog asks: what it is about while it is open, and its answer; undefined: thought better of it. */
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
