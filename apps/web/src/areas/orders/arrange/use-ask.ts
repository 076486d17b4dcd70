import { useState } from 'react';

/** A question that a dialog asks: what it is about while it is open, and its answer; undefined: thought better of it. */
export function useAsk<Q, A>(): {
  open: Q | undefined;
  ask: (question: Q) => Promise<A | undefined>;
  answer: (given: A | undefined) => void;
} {
  const [asked, setAsked] = useState<{ question: Q; answer: (given: A | undefined) => void }>();
  return {
    open: asked?.question,
    ask: (question) => new Promise<A | undefined>((answer) => setAsked({ question, answer })),
    answer: (given) => {
      asked?.answer(given);
      setAsked(undefined);
    },
  };
}
